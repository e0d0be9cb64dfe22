// SPDX-License-Identifier: BSL-1.0
// Files of other programs, and of strangers.
#include <tollgate/report/json.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tollgate::report {
namespace {

using ::testing::HasSubstr;

std::string refusal_of(const std::string& text) {
    try {
        static_cast<void>(read_any_json(text));
    } catch (const unreadable_result& error) {
        return error.what();
    }
    return "";
}

std::string entries(const std::string& list) {
    return R"({"context":{"executable":"/opt/x/bench","host_name":"far","num_cpus":8},)"
           R"("benchmarks":[)" +
           list + "]}";
}

TEST(foreign_json, our_own_is_not) {
    EXPECT_FALSE(read_any_json(to_json(made_up_result())).foreign);
}

TEST(foreign_json, a_round_for_each_repetition) {
    const reading read = read_any_json(entries(
        R"({"name":"BM/8","run_name":"BM/8","run_type":"iteration","real_time":2,"cpu_time":1,)"
        R"("time_unit":"us","iterations":7,"threads":3},)"
        R"({"name":"BM/8","run_name":"BM/8","run_type":"iteration","real_time":4,"cpu_time":1,)"
        R"("time_unit":"us"},)"
        R"({"name":"BM/8_median","run_name":"BM/8","run_type":"aggregate",)"
        R"("aggregate_name":"median","real_time":3,"time_unit":"us"})"));
    EXPECT_TRUE(read.foreign);
    EXPECT_EQ(read.seen.about.program, "bench");
    EXPECT_EQ(read.seen.about.host_name, "far");
    EXPECT_EQ(read.seen.about.cpus, 8);
    ASSERT_EQ(read.seen.cases.size(), 1U);
    const measure::case_record& one = read.seen.cases.front().record;
    EXPECT_EQ(one.key.name(), "BM/8");
    EXPECT_EQ(one.threads, 3U);
    ASSERT_EQ(one.rounds.size(), 2U);
    EXPECT_EQ(one.rounds[0].value_ns, 2000);
    EXPECT_EQ(one.rounds[0].operations, 7U);
    EXPECT_EQ(one.rounds[1].value_ns, 4000);
}

TEST(foreign_json, the_median_where_there_are_only_aggregates) {
    const reading read = read_any_json(
        entries(R"({"name":"a_mean","run_name":"a","run_type":"aggregate","aggregate_name":"mean",)"
                R"("real_time":9},{"name":"a_median","run_name":"a","run_type":"aggregate",)"
                R"("aggregate_name":"median","real_time":5,"time_unit":"ms"})"));
    ASSERT_EQ(read.seen.cases.size(), 1U);
    ASSERT_EQ(read.seen.cases[0].record.rounds.size(), 1U);
    EXPECT_EQ(read.seen.cases[0].record.rounds[0].value_ns, 5e6);
}

TEST(foreign_json, an_entry_that_failed_or_was_skipped_is_not_available) {
    const reading read = read_any_json(
        entries(R"({"name":"a","error_occurred":true,"error_message":"no such CPU"},)"
                R"({"name":"b","skipped":true,"skip_message":"needs AVX","real_time":0},)"
                R"({"name":"c","error_occurred":false,"skipped":false,"real_time":3})"));
    ASSERT_EQ(read.seen.cases.size(), 1U);
    EXPECT_EQ(read.seen.cases[0].record.key.name(), "c");
    ASSERT_EQ(read.seen.unavailable.size(), 2U);
    EXPECT_EQ(read.seen.unavailable[0].reason, "no such CPU");
    EXPECT_EQ(read.seen.unavailable[1].reason, "needs AVX");
}

TEST(foreign_json, wrong_entries_are_refused) {
    EXPECT_THAT(refusal_of(entries(R"({"name":"a","real_time":"fast"})")), HasSubstr("real_time"));
    EXPECT_THAT(refusal_of(entries(R"({"name":"a","real_time":1,"time_unit":"weeks"})")),
                HasSubstr("time_unit"));
    EXPECT_THAT(refusal_of(entries(R"({"name":"a","real_time":1e308,"time_unit":"s"})")),
                HasSubstr("too large"));
    EXPECT_THAT(refusal_of(entries("3")), HasSubstr("benchmarks"));
    EXPECT_THAT(refusal_of(entries("{}")), HasSubstr("name"));
}

TEST(foreign_json, what_is_too_deep) {
    EXPECT_EQ(refusal_of(std::string(1'000'000, '[')), "it is nested deeper than 32 levels");
    std::string objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    EXPECT_EQ(refusal_of(objects), "it is nested deeper than 32 levels");
}

TEST(foreign_json, what_is_too_much) {
    EXPECT_EQ(refusal_of(std::string(largest_file + 1, ' ')), "it is larger than 64 MiB");
    EXPECT_THAT(refusal_of("[\"\\\"" + std::string(60'000, '[') + "\"]"),
                HasSubstr("no \"tollgate\"")); // brackets in a text are no lists
    std::string many = "[";
    std::string cases = R"({"name":"first","real_time":1})";
    for (int i = 0; i < 8'000'000; ++i) {
        many += "1,";
    }
    EXPECT_EQ(refusal_of(many), "it holds more than 8,000,000 values");
    for (int i = 0; i < 10'000; ++i) {
        cases += R"(,{"name":"n)" + std::to_string(i) + R"(","real_time":1})";
    }
    EXPECT_THAT(refusal_of(entries(cases)), HasSubstr("\"benchmarks\" holds more"));
    EXPECT_THAT(refusal_of(entries("{\"name\":\"" + std::string(70'000, 'n') + "\"}")),
                HasSubstr("more than 64 KiB"));
    EXPECT_EQ(refusal_of("[" + std::string(70'000, '1') + "]"),
              "it holds a number that is too large");
}

} // namespace
} // namespace tollgate::report
