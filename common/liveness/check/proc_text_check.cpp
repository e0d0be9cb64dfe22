// SPDX-License-Identifier: BSL-1.0
//
// Texts of files in /proc, and invalid texts.
#include "../src/diagnose.hpp"

#include <gtest/gtest.h>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;

std::optional<char> run_state_of(const char* stat) {
    const auto sample = sample_from(stat, "", "");
    return sample ? std::optional(sample->run_state) : std::nullopt;
}

TEST(a_stat_file, has_the_run_state_after_any_name) {
    EXPECT_EQ(run_state_of("4711 (a b c) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 (a) S 1) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 (((a)))) Z 1 2 3"), 'Z');
    EXPECT_EQ(run_state_of("4711 ()\n) D 1 2 3"), 'D');
    EXPECT_EQ(run_state_of("4711 () T"), 'T');
    for (const char* text : {"", "4711", "4711 (a", "4711 (a)", "4711 (a) "}) {
        EXPECT_EQ(run_state_of(text), std::nullopt) << text;
    }
}

TEST(a_schedstat_file, begins_with_two_times_unless_the_kernel_keeps_none) {
    const auto sample = sample_from("1 (a) R", "1035704 51428 2\n", "");
    EXPECT_EQ(sample->ran, 1035704ns);
    EXPECT_EQ(sample->waited_for_cpu, 51428ns);
    for (const char* text : {"", "\n", "12", "a 12 3", "12 a", "1 2", "1 2 a", "0 0 0\n"}) {
        EXPECT_FALSE(sample_from("1 (a) R", text, "")->ran) << text;
    }
    EXPECT_TRUE(sample_from("1 (a) R", "0 0 1\n", "")->waited_for_cpu);
}

TEST(a_wchan_file, names_a_function_or_has_a_zero) {
    EXPECT_EQ(sample_from("1 (a) S", "", "futex_wait_queue")->wait_channel, "futex_wait_queue");
    EXPECT_EQ(sample_from("1 (a) S", "", "0")->wait_channel, "");
}

} // namespace
} // namespace tollgate::liveness::detail
