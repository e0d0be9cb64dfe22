// SPDX-License-Identifier: BSL-1.0
// Files of other programs, and of strangers.
#include <tollgate/report/json.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <cmath>
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
    EXPECT_FALSE(read_any_json(to_json(fake_result())).foreign);
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
    EXPECT_EQ(read.content.about.program, "bench");
    EXPECT_EQ(read.content.about.host_name, "far");
    EXPECT_EQ(read.content.about.cpus, 8);
    ASSERT_EQ(read.content.cases.size(), 1U);
    const measure::case_record& one = read.content.cases.front().record;
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
    ASSERT_EQ(read.content.cases.size(), 1U);
    ASSERT_EQ(read.content.cases[0].record.rounds.size(), 1U);
    EXPECT_EQ(read.content.cases[0].record.rounds[0].value_ns, 5e6);
}

/// "a: 3; b: 4, 5": the names in their order, of each the times in ns.
std::string times_in(const std::string& list) {
    std::string text;
    for (const measure::case_result& one : read_any_json(entries(list)).content.cases) {
        text += (text.empty() ? "" : "; ") + one.record.key.name() + ":";
        for (const measure::case_round& round : one.record.rounds) {
            text += " " + std::to_string(std::lround(round.value_ns));
        }
    }
    return text;
}

TEST(foreign_json, an_entry_without_a_time_above_zero_is_not_available) {
    const reading read = read_any_json(
        entries(R"({"name":"a","error_occurred":true,"error_message":"no such CPU"},)"
                R"({"name":"b","skipped":true,"skip_message":"","real_time":0},)"
                R"({"name":"c","error_occurred":false,"skipped":false,"real_time":3},)"
                R"({"name":"d","real_time":-10,"time_unit":"ms"},{"name":"e","real_time":0},)"
                R"({"name":"f","real_time":1,"cpu_time":-2},{"name":"g_median","run_name":"g",)"
                R"("run_type":"aggregate","aggregate_name":"median","real_time":-1})"));
    ASSERT_EQ(read.content.cases.size(), 1U);
    EXPECT_EQ(read.content.cases[0].record.key.name(), "c");
    std::string reasons;
    for (const unavailable_case& one : read.content.unavailable) {
        reasons += one.text() + "\n";
    }
    EXPECT_EQ(reasons, "a: no such CPU\nb: it was skipped\n"
                       "d: its real_time of -10 ms is not a cost\n"
                       "e: its real_time of 0 ns is not a cost\n"
                       "f: its cpu_time of -2 ns is not a cost\n"
                       "g: its real_time of -1 ns is not a cost\n");
}

TEST(foreign_json, words_for_numbers_that_are_not_finite_invalidate_only_their_entry) {
    const std::string list =
        R"({"name":"a, NaN","real_time":3,"rate":NaN,"more":Infinity,"less":-Infinity},)"
        R"({"name":"b","real_time":NaN},{"name":"c","real_time":-Infinity},)"
        R"({"name":"d","real_time":1,"cpu_time":Infinity},)"
        R"({"name":"\"Infinity","run_name":"a, NaN","run_type":"aggregate","aggregate_name":"cv",)"
        R"("real_time":NaN})";
    EXPECT_EQ(times_in(list), "a, NaN: 3");
    std::string reasons;
    for (const unavailable_case& one : read_any_json(entries(list)).content.unavailable) {
        reasons += one.text() + "\n";
    }
    EXPECT_EQ(reasons, "b: its real_time is NaN or infinite\nc: its real_time is NaN or infinite\n"
                       "d: its cpu_time is NaN or infinite\n");
    EXPECT_EQ(refusal_of(R"({"benchmarks":[NaN,Infinity,nan]})"), "it is no JSON at byte 30");
    EXPECT_THAT(refusal_of(R"({"tollgate":{},"benchmarks":[-Infinity]})"), HasSubstr("no JSON"));
}

TEST(foreign_json, a_file_without_a_time_is_refused_with_the_text_of_its_first_entry) {
    EXPECT_EQ(refusal_of(entries(R"({"name":"a","error_occurred":true,"error_message":"no CPU"})")),
              "no entry of \"benchmarks\" has a time; the first: a: no CPU");
    EXPECT_EQ(refusal_of(entries(R"({"name":"a_BigO","cpu_coefficient":1})")),
              "no entry of \"benchmarks\" has a time");
}

TEST(foreign_json, entries_of_one_name_without_repetitions_are_cases) {
    const auto repetition = [](const char* index, const char* time, const char* family = "0") {
        return R"({"name":"a","run_type":"iteration","family_index":)" + std::string(family) +
               R"(,"repetition_index":)" + index + R"(,"real_time":)" + time + "}";
    };
    EXPECT_EQ(times_in(repetition("0", "10") + "," + repetition("1", "11")), "a: 10 11");
    EXPECT_EQ(times_in(repetition("0", "10") + "," + repetition("0", "100")), "a: 10; a: 100");
    EXPECT_EQ(times_in(repetition("0", "10", "0") + "," + repetition("0", "100", "1") + "," +
                       repetition("1", "11", "0") + "," + repetition("1", "101", "1")),
              "a: 10 11; a: 100 101")
        << "repetitions that were interleaved";
    EXPECT_EQ(times_in(R"({"name":"a","real_time":10},{"name":"a","real_time":100})"),
              "a: 10; a: 100")
        << "without aggregates they are not known to be repetitions";
    const std::string median = R"({"name":"a_median","run_name":"a","run_type":"aggregate",)"
                               R"("aggregate_name":"median","real_time":)";
    EXPECT_EQ(times_in(median + "10}," + median + "100}"), "a: 10; a: 100");
}

TEST(foreign_json, aggregates_without_a_type_are_recognized_by_their_names) {
    const std::string aggregates =
        R"({"name":"a_mean","real_time":11},{"name":"a_median","real_time":10},)"
        R"({"name":"a_stddev","real_time":2},{"name":"a_cv","real_time":0.1})";
    EXPECT_EQ(times_in(R"({"name":"a","real_time":10},{"name":"a","real_time":12},)" + aggregates),
              "a: 10 12");
    const std::string twice =
        R"({"name":"a","real_time":10},{"name":"a","real_time":12},)" + aggregates +
        R"(,{"name":"a","real_time":20},{"name":"a","real_time":22},)" + aggregates;
    EXPECT_EQ(times_in(twice), "a: 10 12; a: 20 22") << "those that follow are another benchmark's";
    EXPECT_EQ(times_in(aggregates), "a: 10");
    EXPECT_EQ(times_in(R"({"name":"a","real_time":9},{"name":"a_cv","real_time":1})"), "a: 9");
    EXPECT_EQ(
        times_in(R"({"name":"a","real_time":9},{"name":"a_p99","run_name":"a","real_time":1})"),
        "a: 9");
    EXPECT_EQ(times_in(R"({"name":"a","real_time":9},{"name":"a_mean","real_time":8},)"
                       R"({"name":"b_cv","real_time":7})"),
              "a: 9; a_mean: 8; b_cv: 7")
        << "benchmarks that are called so";
}

TEST(foreign_json, wrong_entries_are_refused_by_name) {
    EXPECT_EQ(refusal_of(entries(R"({"name":"a","real_time":"fast"})")),
              "\"real_time\" is or holds a value that is not a number, in the entry a");
    EXPECT_THAT(refusal_of(entries(R"({"name":"a","real_time":1,"time_unit":"weeks"})")),
                HasSubstr("time_unit"));
    EXPECT_THAT(refusal_of(entries(R"({"name":"a","real_time":1,"run_type":"guess"})")),
                HasSubstr("run_type"));
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
