// SPDX-License-Identifier: BSL-1.0
//
// The loop of spin_or_sleep: its counts, its self-checks, and its gaps.
#include "faulty_waiters.hpp"
#include "gap_sequence.hpp"
#include "spin_or_sleep_loop.hpp"
#include "waiters.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;

const measure::schedule twenty_waits{1, {{20, 1}}};

std::shared_ptr<gap_sequence> equal_gaps(std::chrono::microseconds gap) {
    return std::make_shared<gap_sequence>(gap, gap, gap_order::alternating, 1);
}

template <class Waiter, class... Arguments>
spin_or_sleep_loop<Waiter> loop_of(Arguments... arguments) {
    return {std::make_shared<Waiter>(arguments...), equal_gaps(20us), {}};
}

template <class Loop>
void expect_all_counts(const Loop& loop) {
    const measure::batch done = tollgate::testing::events_of(loop, twenty_waits);
    EXPECT_THAT(measure::failed_event_self_checks(done, twenty_waits), IsEmpty());
    EXPECT_TRUE(done.complete);
    EXPECT_EQ(done.report.metered, 20u + 1 + 1) << "warm-up, and the end";
    EXPECT_LE(done.report.counted.at(wake_calls), 20u + 1 + 1);
    EXPECT_GT(done.report.counted.at(wake_call_ns), 0u);
}

TEST(spin_or_sleep, counts_the_waits_of_each_waiter) {
    expect_all_counts(loop_of<fixed_spin_waiter>(0us));
    expect_all_counts(loop_of<fixed_spin_waiter>(30us));
    expect_all_counts(loop_of<adaptive_waiter>());
    expect_all_counts(loop_of<atomic_wait_waiter>());
    expect_all_counts(loop_of<condvar_waiter>());
}

/// The permits of the waits that end early do not end later waits.
struct early_waiter_without_permits : early_waiter {
    using early_waiter::early_waiter;

    void wake() {
        if (++wakes % 3 != 0) {
            early_waiter::wake();
        }
    }

    int wakes = 0;
};

TEST(spin_or_sleep, fails_if_a_wait_ends_without_its_wake_up) {
    for (const auto after : {0us, 500us}) {
        auto loop = loop_of<early_waiter_without_permits>(after);
        loop.gaps = equal_gaps(1'000us);
        EXPECT_THAT(tollgate::testing::failures_of(loop, twenty_waits),
                    Contains("a wait ended without its wake-up"));
    }
}

/// Counts the time in waits.
struct timed_waiter {
    void wait() {
        const auto begun = std::chrono::steady_clock::now();
        waiter.wait();
        *waited += std::chrono::steady_clock::now() - begun;
    }
    void wake() { waiter.wake(); }

    std::chrono::steady_clock::duration* waited;
    fixed_spin_waiter waiter{0us};
};

// The warm-up and the last wait, too: the usage of the waiter is divided by the number of all
// waits.
TEST(spin_or_sleep, has_the_whole_gap_in_each_wait) {
    std::chrono::steady_clock::duration waited{0};
    const measure::schedule one_wait{1, {{1, 1}}};
    spin_or_sleep_loop<timed_waiter> loop{
        std::shared_ptr<timed_waiter>(new timed_waiter{&waited}), equal_gaps(10'000us), {}};
    EXPECT_THAT(tollgate::testing::failures_of(loop, one_wait), IsEmpty());
    EXPECT_GE(waited, 3 * 10ms - 3 * 1ms) << "a wait begins a little after its gap";
}

TEST(spin_or_sleep, ends_when_it_is_interrupted) {
    const measure::batch done = tollgate::testing::events_of(
        loop_of<condvar_waiter>(), tollgate::testing::interrupted_after(5, 1'000'000));
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
}

/// Each wake-up counts an entry into a state of the fake machine.
class idling_waiter {
public:
    explicit idling_waiter(std::string usage) : usage_(std::move(usage)) {}

    void wait() { waiter_.wait(); }
    void wake() {
        std::ofstream(usage_) << ++entries_;
        waiter_.wake();
    }

private:
    std::string usage_;
    int entries_ = 100;
    fixed_spin_waiter waiter_{0us};
};

TEST(spin_or_sleep, counts_the_idle_states_that_the_cpu_of_the_waiter_left) {
    const int cpu = cpu::allowed_cpus().front();
    const tollgate::testing::temporary_folder root;
    const std::string states = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpuidle/";
    root.write(states + "state0/name", "POLL");
    root.write(states + "state0/usage", "100");
    root.write(states + "state1/name", "C1");
    const std::string usage = root.write(states + "state1/usage", "100");
    auto loop = loop_of<idling_waiter>(usage);
    loop.where = {cpu::placement::free, {cpu, cpu::allowed_cpus().back()}};
    loop.files = environment::machine_files(root.path());
    const auto counted = tollgate::testing::events_of(loop, twenty_waits).report.counted;
    EXPECT_EQ(counted.at(std::string(left_idle_state) + "C1"), 22u);
    EXPECT_THAT(counted, Not(Contains(Key(std::string(left_idle_state) + "POLL"))));
}

TEST(gaps, alternate_or_are_random) {
    gap_sequence in_turn(10us, 1000us, gap_order::alternating, 1);
    EXPECT_THAT((std::array{in_turn.next(), in_turn.next(), in_turn.next()}),
                ElementsAre(10us, 1000us, 10us));
    EXPECT_EQ(in_turn.mean(), 505us);
    gap_sequence random(10us, 1000us, gap_order::random, 1);
    int first = 0;
    for (int i = 0; i < 1'000; ++i) {
        first += random.next() == 10us ? 1 : 0;
    }
    EXPECT_NEAR(first, 900, 60);
    EXPECT_EQ(random.mean(), 109us);
}

} // namespace
