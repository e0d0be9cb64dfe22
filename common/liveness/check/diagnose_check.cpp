// SPDX-License-Identifier: BSL-1.0
//
// Diagnoses from fake samples.
#include "../src/diagnose.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

thread_sample found(nanoseconds at, char run_state, nanoseconds ran, nanoseconds waited) {
    thread_sample sample;
    sample.at += at;
    sample.run_state = run_state;
    sample.ran = ran;
    sample.waited_for_cpu = waited;
    if (run_state == 'S' || run_state == 'D') {
        sample.wait_channel = "futex_wait_queue";
    }
    return sample;
}

/// The diagnosis of a thread that ran and waited during one second.
thread_state after_a_second(const char* letters, nanoseconds ran, nanoseconds waited) {
    return diagnose(found(5s, letters[0], 1h, 2h), found(6s, letters[1], 1h + ran, 2h + waited))
        .state;
}

thread_sample without_counters(thread_sample sample) {
    sample.ran.reset();
    sample.waited_for_cpu.reset();
    return sample;
}

TEST(a_diagnosis, of_a_thread_that_waits_has_its_channel) {
    const diagnosis why = diagnose(found(0s, 'S', 1s, 1s), found(2s, 'S', 1s + 3ms, 1s + 4ms));
    EXPECT_EQ(why.state, thread_state::blocked);
    EXPECT_EQ(why.wait_channel, "futex_wait_queue");
    EXPECT_EQ(why.observed, 2s);
    EXPECT_EQ(why.ran, 3ms);
    EXPECT_EQ(why.waited_for_cpu, 4ms);
    EXPECT_TRUE(why.stack.empty());
}

TEST(a_diagnosis, of_a_thread_that_runs_all_the_time_is_spinning) {
    const diagnosis why = diagnose(found(0s, 'R', 1s, 1s), found(2s, 'R', 2s + 900ms, 1s + 40ms));
    EXPECT_EQ(why.state, thread_state::spinning);
    EXPECT_EQ(why.wait_channel, "");
    EXPECT_EQ(why.observed, 2s);
    EXPECT_EQ(why.ran, 1900ms);
    EXPECT_EQ(why.waited_for_cpu, 100ms) << "the remaining time is a wait, too";
}

/// The kernel counts the wait only when the thread gets a CPU.
TEST(a_diagnosis, of_a_thread_that_never_gets_a_cpu_is_starved) {
    const diagnosis why = diagnose(found(0s, 'R', 1s, 1s), found(2s, 'R', 1s, 1s));
    EXPECT_EQ(why.state, thread_state::starved);
    EXPECT_EQ(why.ran, 0s);
    EXPECT_EQ(why.waited_for_cpu, 2s);
    EXPECT_EQ(after_a_second("SS", 50ms, 800ms), thread_state::starved) << "or gets it rarely";
}

TEST(a_diagnosis, has_its_thresholds_at_a_half_and_at_a_fifth) {
    EXPECT_EQ(after_a_second("RS", 1ms, 1ms), thread_state::blocked);
    EXPECT_EQ(after_a_second("SR", 1ms, 1ms), thread_state::blocked);
    EXPECT_EQ(after_a_second("SS", 250ms, 250ms), thread_state::spinning);
    EXPECT_EQ(after_a_second("SS", 250ms, 250ms - 1ns), thread_state::blocked);
    EXPECT_EQ(after_a_second("SR", 500ms, 0ms), thread_state::spinning);
    EXPECT_EQ(after_a_second("RS", 0ms, 500ms), thread_state::starved);
    EXPECT_EQ(after_a_second("RR", 200ms, 0ms), thread_state::spinning);
    EXPECT_EQ(after_a_second("RR", 200ms - 1ns, 0ms), thread_state::starved);
    EXPECT_EQ(after_a_second("DD", 160ms, 640ms), thread_state::spinning);
    EXPECT_EQ(after_a_second("DD", 160ms - 1ns, 640ms + 1ns), thread_state::starved);
}

TEST(a_diagnosis, is_stopped_or_gone_with_any_first_sample_and_unknown_without_a_second) {
    EXPECT_EQ(diagnose(std::nullopt, std::nullopt).state, thread_state::unknown);
    const thread_sample before = found(0s, 'R', 0s, 0s);
    for (const char letter : {'T', 't'}) {
        const thread_sample after = found(1s, letter, 1s, 0s);
        EXPECT_EQ(diagnose(before, after).state, thread_state::stopped);
        EXPECT_EQ(diagnose(std::nullopt, after).state, thread_state::stopped);
    }
    for (const char letter : {'Z', 'X', 'x'}) {
        const thread_sample after = found(1s, letter, 1s, 0s);
        EXPECT_EQ(diagnose(before, after).state, thread_state::gone);
        EXPECT_EQ(diagnose(std::nullopt, after).state, thread_state::gone);
    }
    EXPECT_EQ(diagnose(before, thread_sample()).state, thread_state::gone);
}

void expect_only_the_letter(const std::optional<thread_sample>& before, nanoseconds at) {
    for (const char letter : {'S', 'D', 'I'}) {
        const diagnosis why = diagnose(before, found(at, letter, 1s, 0s));
        EXPECT_EQ(why.state, thread_state::blocked) << letter;
        EXPECT_EQ(why.wait_channel, letter == 'I' ? "" : "futex_wait_queue");
        EXPECT_EQ(why.observed, 0s);
        EXPECT_EQ(why.ran, 0s);
    }
    for (const char letter : {'R', 'P', 'K', '?'}) {
        EXPECT_EQ(diagnose(before, found(at, letter, 1s, 0s)).state, thread_state::unknown);
    }
}

TEST(a_diagnosis, from_one_sample_or_close_samples_uses_the_letter_alone) {
    expect_only_the_letter(std::nullopt, 5s);
    expect_only_the_letter(found(5s, 'R', 0s, 0s), 5s + 1ms - 1ns);
    expect_only_the_letter(found(5s, 'R', 0s, 0s), 4s);
    EXPECT_EQ(diagnose(found(5s, 'R', 0s, 0s), found(5s + 1ms, 'R', 1ms, 0s)).state,
              thread_state::spinning);
}

TEST(a_diagnosis, of_another_thread_with_the_same_id_uses_the_letter_alone) {
    expect_only_the_letter(thread_sample(), 5s);
    expect_only_the_letter(found(1s, 'Z', 0s, 0s), 5s);
    expect_only_the_letter(found(1s, 'R', 1s + 1ns, 0s), 5s);
    expect_only_the_letter(found(1s, 'R', 0s, 1ns), 5s);
}

TEST(a_diagnosis, without_scheduler_statistics_uses_the_letter_alone) {
    expect_only_the_letter(without_counters(found(1s, 'R', 0s, 0s)), 5s);
    const thread_sample before = found(1s, 'S', 0s, 0s);
    const diagnosis why = diagnose(before, without_counters(found(5s, 'S', 0s, 0s)));
    EXPECT_EQ(why.state, thread_state::blocked);
    EXPECT_EQ(why.observed, 0s);
    EXPECT_EQ(diagnose(before, without_counters(found(5s, 'R', 0s, 0s))).state,
              thread_state::unknown);
}

} // namespace
} // namespace tollgate::liveness::detail
