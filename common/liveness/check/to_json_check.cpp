// SPDX-License-Identifier: BSL-1.0
#include "fake_event.hpp"

#include <tollgate/liveness/json_lines_sink.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <random>

namespace tollgate::liveness {
namespace {

using nlohmann::json;

TEST(a_json_line, has_all_of_an_event) {
    event report = fake_event();
    report.why.stack = {{"/lib/a.so+0x2", "/lib/a.so", 2}, {"0x7f", "", 0}};
    report.lost_before = 3;
    const json expected = {
        {"event", "frozen"},
        {"name", "reader"},
        {"thread_id", 4711},
        {"episode", 17},
        {"at", "2021-12-09T23:29:39.201542Z"},
        {"silent_for_ns", 2'900'000'000},
        {"timeout_ns", 2'000'000'000},
        {"checkpoints", 12},
        {"history",
         {{{"id", 7}, {"age_ms", 3002}, {"ticks", 0}},
          {{"id", 8}, {"age_ms", 3000}, {"ticks", 123'456'789'012}}}},
        {"state", "blocked"},
        {"wait_channel", "futex_wait_queue"},
        {"observed_ns", 2'500'000'000},
        {"ran_ns", 1'000'000},
        {"waited_for_cpu_ns", 2'000},
        {"stack", {"/lib/a.so+0x2", "0x7f"}},
        {"lost_before", 3},
    };
    EXPECT_EQ(json::parse(to_json(report)), expected);
}

TEST(a_json_line, has_all_keys_of_an_empty_event) {
    const json line = json::parse(to_json(event()));
    EXPECT_EQ(line.size(), 16U);
    EXPECT_EQ(line.at("history"), json::array());
    EXPECT_EQ(line.at("stack"), json::array());
    EXPECT_EQ(line.at("state"), "unknown");
}

TEST(a_json_line, has_the_largest_numbers) {
    event report;
    report.episode = std::numeric_limits<std::uint64_t>::max();
    report.thread_id = std::numeric_limits<std::int64_t>::min();
    report.type = event::kind::overdue;
    const json line = json::parse(to_json(report));
    EXPECT_EQ(line.at("episode").get<std::uint64_t>(), report.episode);
    EXPECT_EQ(line.at("thread_id").get<std::int64_t>(), report.thread_id);
    EXPECT_EQ(line.at("event"), "overdue");
}

TEST(a_json_line, is_one_valid_line_with_any_texts) {
    std::mt19937 random(2); // NOLINT(bugprone-random-generator-seed): the same ones each time
    const auto any_bytes = [&random] {
        std::string bytes(random() % 40, '\0');
        for (char& byte : bytes) {
            byte = static_cast<char>(random());
        }
        return bytes;
    };
    for (int i = 0; i < 2'000; ++i) {
        event report = fake_event();
        report.name = any_bytes();
        report.why.wait_channel = any_bytes();
        report.why.stack = {{any_bytes(), any_bytes(), 1}, {any_bytes(), "", 0}};
        const std::string line = to_json(report);
        ASSERT_TRUE(json::accept(line));
        ASSERT_EQ(line.find('\n'), line.size() - 1);
    }
}

} // namespace
} // namespace tollgate::liveness
