// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {

/// Where a registry's thread puts its reports and another one fetches them. One thread fetches.
class report_box {
public:
    void put(const liveness::event& what) {
        {
            const std::lock_guard lock(mutex_);
            all_.push_back(what);
        }
        there_is_more_.wake();
    }

    /// Those that have come since the last time; waits until then for the first of them.
    [[nodiscard]] std::vector<liveness::event> fetch(std::chrono::steady_clock::time_point until) {
        for (;;) {
            {
                const std::lock_guard lock(mutex_);
                if (!all_.empty()) {
                    return std::exchange(all_, {});
                }
            }
            if (there_is_more_.sleep_until(until) == sleep::outcome::timeout) {
                return {};
            }
        }
    }

private:
    std::mutex mutex_;
    std::vector<liveness::event> all_; // with the mutex
    sleep::parker there_is_more_;
};

} // namespace tollgate::liveness_test
