// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "guarded.hpp"
#include "held.hpp"

#include <cstddef>
#include <cstdint>

namespace tollgate::lock_test {

/// A lock and the data that it protects, each on cache lines of its own.
template <class Lock, class Number = std::uint64_t>
struct contended {
    alignas(apart) Lock lock;
    guarded<Number> data;

    /// Does operations on one thread until the data is over: lock, section, unlock, pause.
    /// guarded::operate describes `may_run`. Counts each operation at once if `counts_each`.
    template <class MayRun>
    void contend(std::size_t self, const effort& each, operation_counts& counted, MayRun may_run,
                 bool counts_each = false) {
        const auto [section, pause] = each; // not read again after each lock
        const std::uint64_t uncounted = !counts_each && section + pause < long_work ? 63 : 0;
        std::uint64_t own = 0;
        while (true) {
            {
                const held<Lock> guard(lock);
                if (!data.operate(self, section, may_run)) {
                    break;
                }
            }
            if ((++own & uncounted) == 0) {
                counted.set(self, own);
            }
            work(pause);
        }
        counted.set(self, own);
    }

private:
    /// With this number of steps or more, a thread counts each operation at once. With less work, a
    /// store after each unlock would be a part of the cost.
    static constexpr std::uint64_t long_work = 1000;
};

} // namespace tollgate::lock_test
