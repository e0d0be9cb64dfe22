// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <optional>

namespace tollgate::report {
namespace {

using nlohmann::json;
using pointer = json::json_pointer;
using ::testing::HasSubstr;

/// Why it cannot be read; nothing if it can. Any other exception fails the check.
std::optional<std::string> refusal(const std::string& text) {
    try {
        static_cast<void>(read_json(text));
    } catch (const unreadable_result& error) {
        EXPECT_STRNE(error.what(), "");
        return error.what();
    }
    return std::nullopt;
}

json good() {
    return json::parse(to_json(made_up_result()));
}

std::optional<std::string> refusal_with(const std::string& path, const json& value) {
    json whole = good();
    whole.at(pointer(path)) = value;
    return refusal(whole.dump());
}

TEST(unreadable_json, what_was_written_can_be_read) {
    EXPECT_EQ(refusal(to_json(made_up_result())), std::nullopt);
    EXPECT_EQ(refusal(good().dump()), std::nullopt) << "in whatever order";
}

TEST(unreadable_json, no_json_at_all) {
    for (const char* text : {"", " ", "hello", "{", "[1,", "\xff\xfe", "NaN", "{\"a\":NaN}"}) {
        EXPECT_TRUE(refusal(text)) << text;
    }
}

TEST(unreadable_json, cut_off_anywhere) {
    result seen = made_up_result();
    seen.cases = {made_up_record("one", 58, 2)};
    const std::string whole = to_json(seen);
    for (std::size_t length = 0; length + 2 < whole.size(); length += 31) {
        EXPECT_TRUE(refusal(whole.substr(0, length))) << length;
    }
    EXPECT_TRUE(refusal(whole + "{}"));
}

TEST(unreadable_json, not_a_result_of_ours) {
    for (const char* text :
         {"{}", "[]", "3", "null", "\"tollgate\"", "{\"context\":{},\"benchmarks\":[]}"}) {
        EXPECT_THAT(refusal(text).value_or(""), HasSubstr("not a result of this project")) << text;
    }
    EXPECT_TRUE(refusal("{\"tollgate\":3}"));
    EXPECT_TRUE(refusal("{\"tollgate\":{}}"));
    EXPECT_TRUE(refusal(to_ci_json(made_up_result())));
}

TEST(unreadable_json, another_version) {
    for (const int version : {0, 4, 9}) {
        EXPECT_THAT(refusal_with("/tollgate/format_version", version).value_or(""),
                    HasSubstr("format version " + std::to_string(version) +
                              "; this program reads versions 1 to 3"));
    }
    EXPECT_TRUE(refusal_with("/tollgate/format_version", "3"));
    EXPECT_THAT(refusal_with("/tollgate/format_version", 1).value_or(""),
                HasSubstr("\"rounds\" holds what is no object"));
}

TEST(unreadable_json, every_part_is_needed) {
    const json whole = good();
    for (const char* part : {"format_version", "stopped", "rounds", "passes", "took_s", "budget_s",
                             "spread_over_s", "speed", "about", "calibration", "environment",
                             "classical", "unavailable", "notes", "cases", "twins"}) {
        json without = whole;
        without.at("tollgate").erase(part);
        EXPECT_TRUE(refusal(without.dump())) << part;
    }
    json without = whole;
    without.erase("context");
    EXPECT_TRUE(refusal(without.dump()));
}

TEST(unreadable_json, every_figure_is_needed) {
    const json whole = good();
    for (const char* part : {"/tollgate/calibration", "/tollgate/environment/0", "/tollgate/about",
                             "/tollgate/cases/0", "/tollgate/cases/0/samples", "/tollgate/speed"}) {
        for (const auto& [key, value] : whole.at(pointer(part)).items()) {
            if (key == "method" || key == "compared_with" || key == "repeated" ||
                key == "counted" || key == "l1_miss_ns" || key == "path" || key == "distances") {
                continue; // older files have none of them
            }
            json without = whole;
            without.at(pointer(part)).erase(key);
            EXPECT_TRUE(refusal(without.dump())) << part << "/" << key;
        }
    }
}

TEST(unreadable_json, words_nobody_knows) {
    EXPECT_THAT(refusal_with("/tollgate/stopped", "bored").value_or(""), HasSubstr("stopped"));
    EXPECT_THAT(refusal_with("/tollgate/calibration/source", "sundial").value_or(""),
                HasSubstr("not a clock"));
    for (const char* method : {"guessed", "", "Single_events"}) {
        EXPECT_THAT(refusal_with("/tollgate/cases/1/method", method).value_or(""),
                    HasSubstr("method"));
    }
}

TEST(unreadable_json, wrong_types) {
    EXPECT_TRUE(refusal_with("/tollgate/cases", "none"));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0", 3));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/worst/0", "the worst"));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/worst/0", json::array({1, 2, 3})));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/worst/0", json::array({"1", 0, 0, 0})));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/worst/0", json::array({1, 0, 0, 0, 5})));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/name", 7));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/path", 7));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters", "fibers:4"));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0", 4));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0/name", 4));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0/value", -4));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0/value", 0.5));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0/value", nullptr));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/method", 7));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/method", nullptr));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/compared_with", 7));
    EXPECT_TRUE(refusal_with("/tollgate/failed_proofs", "a proof"));
    EXPECT_TRUE(refusal_with("/tollgate/notes", "a note"));
    EXPECT_TRUE(refusal_with("/context/num_cpus", "two"));
}

TEST(unreadable_json, a_distance_that_is_not_of_two_cpus) {
    const auto with = [](const json& cpus) {
        json whole = good();
        whole.at("tollgate").at("cases").at(0)["distance_of"] = cpus;
        return refusal(whole.dump()).value_or("");
    };
    EXPECT_EQ(with({1, 3}), "");
    EXPECT_THAT(with({1}), HasSubstr("\"distance_of\" is not of two CPUs"));
    EXPECT_THAT(with({1, 2, 3}), HasSubstr("\"distance_of\" is not of two CPUs"));
    EXPECT_THAT(with({3, 1}), HasSubstr("\"distance_of\" is not of two CPUs, the lower one first"));
    EXPECT_THAT(with({3, 3}), HasSubstr("the lower one first"));
    EXPECT_THAT(with({-1, 3}), HasSubstr("\"distance_of\" is not of two CPUs"));
    for (const json& wrong : {json::array(), json{1, 1ull << 40}, json{1, "3"}, json{1, nullptr},
                              json{1, 2.5}, json(3), json("1,3"), json(nullptr)}) {
        EXPECT_THAT(with(wrong), HasSubstr("\"distance_of\"")) << wrong;
    }
}

TEST(unreadable_json, a_name_that_is_not_what_path_and_parameters_make) {
    EXPECT_THAT(refusal_with("/tollgate/cases/0/name", "fiber/yield").value_or(""),
                HasSubstr("\"name\" is not what"));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/path", "fiber/other"));
    EXPECT_TRUE(refusal_with("/tollgate/cases/0/parameters/0/value", 5));
}

TEST(unreadable_json, a_parameter_twice) {
    const json fibers{{"name", "fibers"}, {"value", 4}};
    EXPECT_THAT(
        refusal_with("/tollgate/cases/0/parameters", json::array({fibers, fibers})).value_or(""),
        HasSubstr("one name twice"));
}

TEST(unreadable_json, a_number_no_double_can_hold) {
    std::string text = good().dump();
    const std::string before = "\"took_s\":1.75";
    const auto at = text.find(before);
    ASSERT_NE(at, std::string::npos);
    EXPECT_TRUE(refusal(text.replace(at, before.size(), "\"took_s\":1e999")));
}

TEST(unreadable_json, a_verdict_of_another_state_is_unknown_not_ok) {
    json whole = good();
    whole.at("tollgate").at("environment").at(2).at("state") = "splendid";
    EXPECT_EQ(read_json(whole.dump()).environment.at(2).state, environment::condition::unknown);
}

TEST(unreadable_json, a_histogram_that_nobody_can_have_had) {
    const std::string samples = "/tollgate/cases/0/samples";
    EXPECT_TRUE(refusal_with(samples + "/min", 100'000));
    EXPECT_TRUE(refusal_with(samples + "/max", 0));
    EXPECT_TRUE(refusal_with(samples + "/min", -1));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0/0", 211)); // no bucket begins there
    EXPECT_TRUE(refusal_with(samples + "/buckets/0/0", -2));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0/0", std::int64_t{1} << 50));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0/1", 0));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0", json::array({210})));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0", json::array({210, 1'000'000, 1})));
    EXPECT_TRUE(refusal_with(samples + "/buckets/0", json::array({210, 211, 1, 1})));
    EXPECT_TRUE(refusal_with(samples + "/buckets", json::array())); // but a least and a largest
}

} // namespace
} // namespace tollgate::report
