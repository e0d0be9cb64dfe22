// SPDX-License-Identifier: BSL-1.0
#include "all_sleepers.hpp"

#include <tollgate/faults/sleepers/promises.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tollgate::faults::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(ours, every_sleeper, sleep::all_sleepers, sleep::sleeper_name);

} // namespace tollgate::faults::sleepers

namespace tollgate::sleep {
namespace {

/// A sleeper as it is commonly written: it looks at the flag only once somebody notified it.
class forgetful_sleeper {
public:
    void wake() {
        const std::lock_guard lock(mutex_);
        permit_ = true;
        changed_.notify_one();
    }

    outcome sleep_until(std::chrono::steady_clock::time_point deadline) {
        std::unique_lock lock(mutex_);
        while (changed_.wait_until(lock, deadline) == std::cv_status::no_timeout) {
            if (permit_) {
                permit_ = false;
                return outcome::woken;
            }
        }
        return outcome::timeout;
    }

    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool permit_ = false;
};

TEST(forgetful_sleeper, loses_wakes) {
    EXPECT_GT(faults::sleepers::wakes_lost_before_a_sleep<forgetful_sleeper>(), 0);
}

} // namespace
} // namespace tollgate::sleep
