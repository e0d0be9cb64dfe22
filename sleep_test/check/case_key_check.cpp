// SPDX-License-Identifier: BSL-1.0
#include "case_key.hpp"
#include "case_names.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;

TEST(case_key, reads_the_names_of_wake_latencies) {
    for (const sleeper_kind who : all_sleepers) {
        for (const cpu::placement where : cpu::all_placements) {
            for (const std::uint64_t slice_ms : {1, 2, 100, 3'600'000}) {
                const auto key = parse_case_name(wake_latency_name(who, slice_ms, where));
                ASSERT_TRUE(key);
                EXPECT_EQ(key->kind, "wake_latency");
                EXPECT_EQ(key->sleeper, who);
                EXPECT_EQ(key->slice_ms, slice_ms);
                EXPECT_EQ(key->placement, cpu::to_string(where));
            }
        }
    }
}

TEST(case_key, reads_the_names_of_timeouts) {
    for (const sleeper_kind who : all_sleepers) {
        const auto key = parse_case_name(timeout_lateness_name(who, 50));
        ASSERT_TRUE(key);
        EXPECT_EQ(key->kind, "timeout_lateness");
        EXPECT_EQ(key->sleeper, who);
        EXPECT_EQ(key->slice_ms, 50U);
        EXPECT_EQ(key->placement, "");
    }
}

TEST(case_key, names_are_as_files_know_them) {
    EXPECT_EQ(wake_latency_name(sleeper_kind::parker_spin, 5, cpu::placement::far),
              "sleep/wake_latency/sleeper:parker_spin/slice_ms:5/placement:far");
    EXPECT_EQ(timeout_lateness_name(sleeper_kind::eventfd, 2),
              "sleep/timeout_lateness/sleeper:eventfd/slice_ms:2");
    EXPECT_EQ(wake_cost_name(sleeper_kind::channel, "empty"),
              "sleep/wake_cost/sleeper:channel/found:empty");
}

TEST(case_key, reads_no_other_names) {
    for (const std::string name :
         {"", "sleep", "sleep/wake_cost/sleeper:parker/found:empty",
          "sleep/wake_cost/sleeper:parker/found:sleeper/placement:same",
          "sleep/wake_latency/sleeper:parker/idle_us:10/placement:core",
          "sleep/timeout_lateness/sleeper:parker/slice_ms:2/slack_ns:1",
          "sleep/timeout_lateness/sleeper:futex/slice_ms:2",
          "sleep/timeout_lateness/sleeper:/slice_ms:2",
          "sleep/timeout_lateness/sleeper:parker/slice_ms:",
          "sleep/timeout_lateness/sleeper:parker/slice_ms:-2",
          "sleep/timeout_lateness/sleeper:parker/slice_ms:12345678",
          "sleep/timeout_lateness/sleeper:parker/slice_ms:99999999999999999999999",
          "sleep/timeout_lateness/sleeper:parker", "thread/wake_latency/sleeper:parker/slice_ms:2",
          " sleep/timeout_lateness/sleeper:parker/slice_ms:2",
          "sleep/wake_latency/sleeper:parker/slice_ms:2/placement:",
          "sleep/wake_latency/sleeper:parker/slice_ms:2/placement:same/more:1",
          "sleep/wake_latency/sleeper:parker/slice_ms:2/placement:same (again)"}) {
        EXPECT_FALSE(parse_case_name(name)) << name;
    }
}

// A part of a longer text, which no zero ends.
TEST(case_key, ends_where_the_name_ends) {
    const std::string text = "sleep/timeout_lateness/sleeper:parker/slice_ms:25";
    const auto key = parse_case_name(std::string_view(text).substr(0, text.size() - 1));
    ASSERT_TRUE(key);
    EXPECT_EQ(key->slice_ms, 2U);
}

} // namespace
