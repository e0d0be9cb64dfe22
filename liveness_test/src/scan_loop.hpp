// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace tollgate::liveness_test {

/// Watched scopes and the one that looks at them, all on one thread. They have hours until they
/// are frozen.
class watched_crowd {
public:
    explicit watched_crowd(std::size_t records);
    watched_crowd(const watched_crowd&) = delete;
    watched_crowd& operator=(const watched_crowd&) = delete;

    /// Every scope passes a checkpoint.
    void pass();
    void look();

    /// Drops all that was seen until now.
    void forget();
    /// What is wrong with that many looks since then, or nullptr: each saw all, and none
    /// frozen.
    [[nodiscard]] const char* wrong(std::uint64_t looks) const;

private:
    void note(const liveness::pulse& seen);

    std::uint64_t looks_ = 0;
    std::uint64_t watched_ = 0;
    std::uint64_t frozen_ = 0;
    liveness::registry registry_;
    std::deque<liveness::migrating_scope> all_;
};

/// Looks at a crowd again and again. The crowd is made when it is first needed, and the same in all
/// batches: one of 100,000 takes a while.
struct scan_loop {
    std::size_t records;
    bool moves; ///< each passes a checkpoint before each look
    std::shared_ptr<std::optional<watched_crowd>> crowd =
        std::make_shared<std::optional<watched_crowd>>();

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::liveness_test
