// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gtest/gtest.h>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

constexpr double long_enough_ns = 200'000;

TEST(look_at, finds_the_cost_of_an_operation) {
    stage play;
    const std::vector cases{play.make("fast", 3), play.make("slow", 5'000'000)};
    const auto pilots = session({}, play.make_hooks()).first_look(cases);
    ASSERT_EQ(pilots.size(), 2u);
    EXPECT_NEAR(pilots[0].operation_ns, 3, 0.01);
    EXPECT_NEAR(pilots[1].operation_ns, 5e6, 10);
    for (const pilot& result : pilots) {
        EXPECT_EQ(result.lap, 4u);
        EXPECT_EQ(result.settling_ns, 7000);
        EXPECT_EQ(result.setup_ns, 0);
    }
}

TEST(look_at, ends_when_the_group_is_long_enough) {
    stage play;
    std::int64_t longest = 0;
    play.meddle = [&](const stage::call&, batch& done) { longest = done.intervals.front(); };
    static_cast<void>(session({}, play.make_hooks()).first_look(std::vector{play.make("fast", 3)}));
    EXPECT_GE(static_cast<double>(longest), long_enough_ns);
    EXPECT_LT(static_cast<double>(longest), 8 * long_enough_ns);
    EXPECT_LE(play.calls.size(), 14u);
}

TEST(look_at, reports_progress_before_each_batch) {
    stage play;
    run_hooks hooks = play.make_hooks();
    std::vector<std::string> reported;
    hooks.report_progress = [&](const progress& current) {
        reported.emplace_back(current.case_name);
    };
    play.meddle = [&](const stage::call&, batch&) {
        EXPECT_EQ(reported.size(), play.calls.size());
    };
    static_cast<void>(session({}, hooks).first_look(std::vector{play.make("fast", 3)}));
    EXPECT_GT(reported.size(), 3u);
    EXPECT_EQ(reported.back(), "fast");
}

/// From batch `first` on, this many batches take 7 ms more than they should.
struct disturbed_stage : stage {
    disturbed_stage(std::size_t first, std::size_t batches) {
        meddle = [this, first, batches](const call&, batch& done) {
            if (calls.size() > first && calls.size() <= first + batches) {
                done.intervals.front() += 7'000'000;
                now += 7ms;
            }
        };
    }
};

TEST(look_at, a_preemption_does_not_make_a_fast_operation_slow) {
    std::size_t batches = 0;
    for (std::size_t first = 0; first <= batches; ++first) {
        for (const std::size_t in_a_row : {1u, 2u}) {
            disturbed_stage play(first, in_a_row);
            const auto pilots =
                session({}, play.make_hooks()).first_look(std::vector{play.make("fast", 3)});
            EXPECT_NEAR(pilots[0].operation_ns, 3, 0.01) << first << ", " << in_a_row;
            batches = play.calls.size();
        }
    }
    EXPECT_GT(batches, 5u);
}

TEST(look_at, a_preemption_outside_the_group_does_not_make_setting_up_slow) {
    stage play;
    play.meddle = [&](const stage::call&, batch&) {
        play.now += play.calls.size() == 2 ? 7ms : 30us;
    };
    const auto pilots =
        session({}, play.make_hooks()).first_look(std::vector{play.make("slow", 100'000)});
    EXPECT_EQ(play.calls.size(), 3u) << "a slow case is run three times";
    EXPECT_EQ(pilots[0].setup_ns, 30'000);
}

TEST(look_at, a_case_that_fails_its_self_checks_throws_nothing) {
    stage play;
    play.meddle = [](const stage::call& called, batch& done) {
        if (called.name == "none") {
            done.intervals.clear();
        } else if (called.name == "negative") {
            done.intervals.front() = -1;
        }
    };
    const std::vector cases{play.make("none", 50), play.make("negative", 50),
                            play.make("fine", 50)};
    const auto pilots = session({}, play.make_hooks()).first_look(cases);
    ASSERT_EQ(pilots.size(), 3u);
    EXPECT_EQ(play.calls_of("none"), 1u);
    EXPECT_EQ(play.calls_of("negative"), 1u);
    for (const pilot& result : pilots) {
        EXPECT_GT(result.operation_ns, 0);
    }
    EXPECT_NEAR(pilots[2].operation_ns, 50, 0.1);
}

TEST(look_at, notes_each_cpu_of_a_case_once) {
    stage play;
    play.cpus = {3, 1, 3};
    const auto pilots =
        session({}, play.make_hooks()).first_look(std::vector{play.make("one", 50)});
    EXPECT_EQ(pilots[0].cpus, (std::vector{1, 3}));
}

TEST(look_at, returns_a_pilot_for_each_case_after_an_interrupt) {
    stage play;
    play.interrupt_after = 1;
    const std::vector cases{play.make("a", 3), play.make("b", 3)};
    const auto pilots = session({}, play.make_hooks()).first_look(cases);
    EXPECT_EQ(play.calls.size(), 1u);
    ASSERT_EQ(pilots.size(), 2u);
    EXPECT_GT(pilots[1].operation_ns, 0);
    EXPECT_EQ(pilots[1].lap, 4u);
}

} // namespace
} // namespace tollgate::measure
