// SPDX-License-Identifier: BSL-1.0
//
// When a freeze is reported: never before the timeout is over, and not later than two periods after
// that. Timeouts, periods, the moments of checkpoints between two looks and how late the looks are
// come at random.
#include "by_hand.hpp"

#include <tollgate/faults/stress.hpp>
#include <tollgate/liveness/migrating_scope.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace tollgate::liveness {
namespace {

using std::chrono::nanoseconds;

constexpr int cases = 100'000 / faults::stress_divisor;

/// How late a look comes, at most, in eighths of a period.
enum class lateness { none = 0, small = 3 /* the most that is not late */, large = 30 };

class simulation {
public:
    simulation(lateness how, std::uint32_t seed) : late_(how), random_(seed) {}

    void run() {
        for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
            one_case();
        }
    }
    [[nodiscard]] int frozen() const { return frozen_; }

private:
    nanoseconds up_to(nanoseconds most) {
        return nanoseconds(std::uniform_int_distribution<std::int64_t>(0, most.count())(random_));
    }
    /// All orders of magnitude alike.
    nanoseconds between(double least, double most) {
        std::uniform_real_distribution<double> exponent(std::log(least), std::log(most));
        return nanoseconds(static_cast<std::int64_t>(std::exp(exponent(random_))));
    }

    /// Some checkpoints, and then none until the freeze is found.
    void one_case() {
        period_ = between(1e6, 3.6e12);
        const auto period = static_cast<double>(period_.count());
        timeout_ = between(std::max(1.0, period / 1000), period * 20);
        watch_.in.set_period(period_);
        watch_.look();
        migrating_scope scope(watch_.in, "scope", 1, {.timeout = timeout_});
        passed_ = watch_.now;
        reported_ = false;
        for (int left = std::uniform_int_distribution<int>(0, 4)(random_); left > 0; --left) {
            const nanoseconds gap = next_gap();
            passed_ = watch_.now + up_to(gap);
            reported_ = false;
            scope.checkpoint(2);
            look(gap);
        }
        for (int looks = 0; !reported_ && looks < 500; ++looks) {
            look(next_gap());
        }
        ASSERT_TRUE(reported_) << text();
    }

    nanoseconds next_gap() {
        return watch_.planned() + up_to(period_ * static_cast<int>(late_) / 8);
    }

    void look(nanoseconds gap) {
        watch_.look_after(gap);
        const nanoseconds silence = watch_.now - passed_;
        for (const event& what : std::exchange(watch_.told, {})) {
            if (what.what == event::kind::frozen) {
                ++frozen_;
                reported_ = true;
                EXPECT_GE(silence, timeout_) << text();
                EXPECT_GE(what.silent_for, timeout_) << text();
                EXPECT_LE(what.silent_for, silence) << text();
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

void simulate(lateness how) {
    const std::uint32_t seed = faults::drawn_seed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    simulation all(how, seed);
    all.run();
    EXPECT_GE(all.frozen(), cases);
}

TEST(a_freeze, is_found_in_time_by_looks_that_follow_the_plan) {
    simulate(lateness::none);
}

TEST(a_freeze, is_found_in_time_by_looks_that_are_a_little_late) {
    simulate(lateness::small);
}

TEST(a_freeze, is_not_found_too_early_by_looks_that_are_very_late) {
    simulate(lateness::large);
}

} // namespace
} // namespace tollgate::liveness
