// SPDX-License-Identifier: BSL-1.0
#include "../src/proc_text.hpp"

#include <gtest/gtest.h>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;

TEST(a_stat_file, has_the_run_state_behind_the_name) {
    EXPECT_EQ(run_state_of("4711 (a) S 1 2 3"), 'S');
    EXPECT_EQ(run_state_of("4711 (a b c) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 () T"), 'T');
}

TEST(a_stat_file, is_not_taken_in_by_the_name) {
    EXPECT_EQ(run_state_of("4711 (a) S 1) R 1 2 3"), 'R');
    EXPECT_EQ(run_state_of("4711 (((a)))) Z 1 2 3"), 'Z');
    EXPECT_EQ(run_state_of("4711 ()\n) D 1 2 3"), 'D');
}

TEST(a_stat_file, that_is_none_has_no_run_state) {
    for (const char* text : {"", "4711", "4711 (a", "4711 (a)", "4711 (a) "}) {
        EXPECT_EQ(run_state_of(text), std::nullopt) << text;
    }
}

TEST(a_schedstat_file, begins_with_two_times) {
    const auto times = cpu_times_of("1035704 51428 2\n");
    ASSERT_TRUE(times);
    EXPECT_EQ(times->ran, 1035704ns);
    EXPECT_EQ(times->waited, 51428ns);
}

TEST(a_schedstat_file, that_is_none_has_no_times) {
    for (const char* text :
         {"", "\n", "12", "12 ", "a 12 3", "12 a", "-1 2 3", "1 -2 3", "99999999999999999999 1 2",
          "1 99999999999999999999 2", "1 2", "1 2 a", "1 2 -3"}) {
        EXPECT_FALSE(cpu_times_of(text)) << text;
    }
}

TEST(a_schedstat_file, of_a_kernel_without_statistics_has_no_times) {
    EXPECT_FALSE(cpu_times_of("0 0 0\n"));
    EXPECT_TRUE(cpu_times_of("0 0 1\n"));
}

TEST(a_wchan_file, names_a_function_or_has_a_zero) {
    EXPECT_EQ(wait_channel_of("futex_wait_queue"), "futex_wait_queue");
    EXPECT_EQ(wait_channel_of("hrtimer_nanosleep\n"), "hrtimer_nanosleep");
    EXPECT_EQ(wait_channel_of("0"), "");
    EXPECT_EQ(wait_channel_of("0\n"), "");
    EXPECT_EQ(wait_channel_of(""), "");
}

} // namespace
} // namespace tollgate::liveness::detail
