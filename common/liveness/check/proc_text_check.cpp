// SPDX-License-Identifier: BSL-1.0
//
// Texts of files in /proc, and texts that are none.
#include "../src/diagnose.hpp"

#include <gtest/gtest.h>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;

TEST(a_stat_file, has_the_run_state_behind_the_name_whatever_that_is) {
    EXPECT_EQ(run_state_of("4711 (a b c) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 (a) S 1) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 (((a)))) Z 1 2 3"), 'Z');
    EXPECT_EQ(run_state_of("4711 ()\n) D 1 2 3"), 'D');
    EXPECT_EQ(run_state_of("4711 () T"), 'T');
    for (const char* text : {"", "4711", "4711 (a", "4711 (a)", "4711 (a) "}) {
        EXPECT_EQ(run_state_of(text), std::nullopt) << text;
    }
}

thread_sample with_times_of(const char* schedstat) {
    thread_sample sample;
    read_cpu_times(schedstat, sample);
    EXPECT_EQ(sample.ran.has_value(), sample.waited_for_cpu.has_value());
    return sample;
}

TEST(a_schedstat_file, begins_with_two_times) {
    const thread_sample sample = with_times_of("1035704 51428 2\n");
    EXPECT_EQ(sample.ran, 1035704ns);
    EXPECT_EQ(sample.waited_for_cpu, 51428ns);
}

TEST(a_schedstat_file, that_is_none_or_of_a_kernel_without_statistics_has_no_times) {
    for (const char* text : {"", "\n", "12", "a 12 3", "12 a", "1 2", "1 2 a", "0 0 0\n"}) {
        EXPECT_FALSE(with_times_of(text).ran) << text;
    }
    EXPECT_TRUE(with_times_of("0 0 1\n").ran);
}

} // namespace
} // namespace tollgate::liveness::detail
