// SPDX-License-Identifier: BSL-1.0
//
// Texts of files in /proc, and texts that are none.
#include "../src/mappings.hpp"
#include "../src/proc_text.hpp"

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

TEST(a_schedstat_file, begins_with_two_times) {
    const auto times = cpu_times_of("1035704 51428 2\n");
    ASSERT_TRUE(times);
    EXPECT_EQ(times->ran, 1035704ns);
    EXPECT_EQ(times->waited, 51428ns);
}

TEST(a_schedstat_file, that_is_none_or_of_a_kernel_without_statistics_has_no_times) {
    for (const char* text :
         {"", "\n", "12", "12 ", "a 12 3", "12 a", "-1 2 3", "1 -2 3", "99999999999999999999 1 2",
          "1 99999999999999999999 2", "1 2", "1 2 a", "1 2 -3", "0 0 0\n"}) {
        EXPECT_FALSE(cpu_times_of(text)) << text;
    }
    EXPECT_TRUE(cpu_times_of("0 0 1\n"));
}

TEST(a_wchan_file, names_a_function_or_has_a_zero) {
    EXPECT_EQ(wait_channel_of("futex_wait_queue"), "futex_wait_queue");
    EXPECT_EQ(wait_channel_of("hrtimer_nanosleep\n"), "hrtimer_nanosleep");
    EXPECT_EQ(wait_channel_of("0"), "");
    EXPECT_EQ(wait_channel_of("0\n"), "");
    EXPECT_EQ(wait_channel_of(""), "");
}

TEST(a_line_of_a_maps_file, has_addresses_an_offset_and_a_path) {
    const auto found = mapping_of("7f3a00001000-7f3a00021000 r-xp 00002000 08:01 4711"
                                  "                     /a b/libc (1).so.6 (deleted)");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin, 0x7f3a00001000U);
    EXPECT_EQ(found->end, 0x7f3a00021000U);
    EXPECT_EQ(found->offset, 0x2000U);
    EXPECT_EQ(found->path, "/a b/libc (1).so.6 (deleted)");
}

TEST(a_line_of_a_maps_file, may_be_of_no_file) {
    for (const char* line : {"10-20 rw-p 00000000 00:00 0", "10-20 rw-p 00000000 00:00 0  "}) {
        const auto found = mapping_of(line);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->path, "") << line;
    }
}

TEST(a_line_of_a_maps_file, that_is_none_is_left_out) {
    for (const char* line : {"", "-", "10", "10-", "10-20", "10 20 rw-p 0 0:0 0", "10-20 ",
                             "10-20 rw-p", "10-20 rw-p ", "10-20 rw-p 12", "x-20 rw-p 0 0:0 0",
                             "10-20 rw-p y 0:0 0", "10000000000000000000-20 rw-p 0 0:0 0"}) {
        EXPECT_FALSE(mapping_of(line)) << line;
    }
    const auto all = mappings_of("10-20 r--p 0 0:0 0 /a\nnone\n\n30-40 r--p 0 0:0 0 /b");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].path, "/a");
    EXPECT_EQ(all[1].path, "/b");
    EXPECT_TRUE(mappings_of("").empty());
}

} // namespace
} // namespace tollgate::liveness::detail
