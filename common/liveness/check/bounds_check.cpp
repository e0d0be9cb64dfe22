// SPDX-License-Identifier: BSL-1.0
//
// A freeze is never reported before the timeout, and not later than two periods after it. Timeouts,
// periods, the moments of checkpoints between two scans and the lateness of scans are random.
#include "by_hand.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace tollgate::liveness {
namespace {

using std::chrono::nanoseconds;

constexpr int cases = 100'000 / testing::stress_divisor;

/// The greatest lateness of a scan, in eighths of a period.
enum class lateness { none = 0, small = 3 /* the most that is not late */, large = 30 };

class simulation {
public:
    simulation(lateness most, std::uint32_t seed) : late_(most), random_(seed) {}

    void run() {
        for (int i = 0; i < cases && !::testing::Test::HasFailure(); ++i) {
            one_case();
        }
    }
    [[nodiscard]] int frozen() const { return frozen_; }

private:
    nanoseconds up_to(nanoseconds most) {
        return nanoseconds(std::uniform_int_distribution<std::int64_t>(0, most.count())(random_));
    }
    /// A random time; all orders of magnitude are equally likely.
    nanoseconds between(double least, double most) {
        std::uniform_real_distribution<double> exponent(std::log(least), std::log(most));
        return nanoseconds(static_cast<std::int64_t>(std::exp(exponent(random_))));
    }

    /// A few checkpoints, then none until the freeze is found.
    void one_case() {
        period_ = between(1e6, 3.6e12);
        const auto period = static_cast<double>(period_.count());
        timeout_ = between(std::max(1.0, period / 1000), period * 20);
        watch_.watcher.set_period(period_);
        watch_.scan();
        migrating_scope scope(watch_.watcher, "scope", 1, {.timeout = timeout_});
        passed_ = watch_.now;
        reported_ = false;
        for (int left = std::uniform_int_distribution<int>(0, 4)(random_); left > 0; --left) {
            const nanoseconds gap = next_gap();
            passed_ = watch_.now + up_to(gap);
            reported_ = false;
            scope.checkpoint(2);
            scan(gap);
        }
        for (int scans = 0; !reported_ && scans < 500; ++scans) {
            scan(next_gap());
        }
        ASSERT_TRUE(reported_) << text();
    }

    nanoseconds next_gap() {
        return watch_.planned() + up_to(period_ * static_cast<int>(late_) / 8);
    }

    void scan(nanoseconds gap) {
        watch_.scan_after(gap);
        const nanoseconds silence = watch_.now - passed_;
        for (const event& report : std::exchange(watch_.reported, {})) {
            if (report.type == event::kind::frozen) {
                ++frozen_;
                reported_ = true;
                EXPECT_GE(silence, timeout_) << text();
                EXPECT_GE(report.silent_for, timeout_) << text();
                EXPECT_LE(report.silent_for, silence) << text();
            }
        }
        if (late_ != lateness::large && !reported_) {
            ASSERT_LT(silence, timeout_ + 2 * period_) << text();
        }
    }

    [[nodiscard]] std::string text() const {
        return "timeout " + std::to_string(timeout_.count()) + " ns, period " +
               std::to_string(period_.count()) + " ns, silent for " +
               std::to_string((watch_.now - passed_).count()) + " ns";
    }

    const lateness late_;
    std::mt19937 random_;
    by_hand watch_;
    nanoseconds period_{0};
    nanoseconds timeout_{0};
    std::chrono::steady_clock::time_point passed_;
    bool reported_ = false;
    int frozen_ = 0;
};

void simulate(lateness most) {
    const std::uint32_t seed = testing::drawn_seed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    simulation all(most, seed);
    all.run();
    EXPECT_GE(all.frozen(), cases);
}

TEST(a_freeze, is_found_in_time_by_scans_that_follow_the_plan) {
    simulate(lateness::none);
}

TEST(a_freeze, is_found_in_time_by_scans_that_are_slightly_late) {
    simulate(lateness::small);
}

TEST(a_freeze, is_not_found_too_early_by_scans_that_are_very_late) {
    simulate(lateness::large);
}

} // namespace
} // namespace tollgate::liveness
