// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>

namespace tollgate::liveness_test {

/// So many watched scopes and whoever looks at them, all on one thread. They have hours until they
/// are frozen.
class watched_crowd {
public:
    explicit watched_crowd(std::size_t records);
    watched_crowd(const watched_crowd&) = delete;
    watched_crowd& operator=(const watched_crowd&) = delete;

    /// Everybody passes a checkpoint.
    void pass();
    void look();

    /// What was seen until now.
    void forget();
    /// What is wrong with so many looks since then, or nullptr: each saw everybody, and nobody
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

} // namespace tollgate::liveness_test
