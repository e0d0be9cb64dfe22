// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "findings.hpp"

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/row.hpp>
#include <tollgate/liveness/detail/scope_copy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::liveness::detail {

/// Looks at all records of a store and finds who is silent: the heads that have not moved for their
/// limit of the time that it is given. It takes no lock and calls nobody, and reads a clock only to
/// date what it has found.
///
/// A row that differs from its record in the limit or the head (basic_record, 2) begins anew. What
/// is reported was copied and then found unchanged (3); if it has changed meanwhile, the thread is
/// alive.
///
/// Threads: one at a time. Cost: a few ns a record while all is well.
class scanner {
public:
    explicit scanner(record_store& of) : store_(of) {}

    /// `now` must not go back. Adds to `found`, whose lists the caller clears. What throws for
    /// want of memory will be found again by the next look.
    void look(std::chrono::nanoseconds now, findings& found);

    /// Scopes that are frozen or overdue at present.
    [[nodiscard]] std::size_t frozen() const noexcept { return frozen_; }

private:
    void silent(const record& one, row& mine, std::int64_t now, findings& found);
    [[nodiscard]] bool accuse(const record& one, row& mine, std::int64_t now, findings& found);
    void report_again(const record& one, const row& mine, event::kind what, std::int64_t now,
                      findings& found) const;

    record_store& store_;
    scope_copy copy_;
    std::uint64_t episodes_ = 0;
    std::size_t frozen_ = 0;
    std::size_t watched_ = 0; ///< rows whose limit says so, which few looks change
};

} // namespace tollgate::liveness::detail
