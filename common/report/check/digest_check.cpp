// SPDX-License-Identifier: BSL-1.0
// A digest says all that its result file says, and cannot be mistaken for one.
#include <tollgate/report/bmf.hpp>
#include <tollgate/report/csv.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// With what makes remarks: a machine that changed, a case that was not measured.
result eventful_result() {
    result seen = made_up_result();
    for (std::uint64_t i = 6; i < 12; ++i) {
        seen.cases[0].record.rounds[i].value_ns *= 3;
    }
    seen.cases[1].record.repeated = 2;
    seen.cases[1].record.samples.add(-4);
    seen.cases[1].record.samples.add(stats::histogram::largest + 1);
    seen.cases.emplace_back(made_up_record("fiber/none", 1, 0));
    seen.cases.emplace_back(made_up_record("fiber/few", 7, 3));
    conclude_anew(seen);
    return seen;
}

void expect_same_said(const result& seen) {
    const std::string text = to_digest(seen);
    const result read = read_json(text);
    EXPECT_TRUE(read.digest);
    EXPECT_EQ(full_text(read), full_text(seen));
    EXPECT_EQ(environment_text(read.environment, true), environment_text(seen.environment, true));
    EXPECT_EQ(to_csv(read), to_csv(seen));
    EXPECT_EQ(to_bmf(read), to_bmf(seen));
    EXPECT_EQ(read.proven(), seen.proven());
    EXPECT_EQ(read.partial(), seen.partial());
    EXPECT_EQ(to_digest(read), text) << "a digest of a digest is the same";
    EXPECT_EQ(to_json(read), text) << "and it is not written as what it is not";
}

TEST(digest, says_what_its_result_says) {
    expect_same_said(made_up_result());
    expect_same_said(eventful_result());
    expect_same_said(result{});
    result partial = made_up_result();
    partial.stopped = measure::stop_reason::interrupted;
    partial.cases[1].record.failures = {"a turn was lost"};
    partial.twins[1].record.failures = {"another"};
    expect_same_said(partial);
}

TEST(digest, of_the_file_is_that_of_the_result) {
    const result seen = eventful_result();
    EXPECT_EQ(to_digest(read_json(to_json(seen))), to_digest(seen));
}

TEST(digest, holds_the_longest_gaps_and_the_sum_of_the_others) {
    result seen = made_up_result();
    measure::gap_log& gaps = seen.cases[0].record.gaps;
    for (std::int64_t i = 0; i < 1'500; ++i) {
        gaps.add({10'000 * i, 2'000 + i, 0});
    }
    const std::string text = to_digest(seen);
    const result read = read_json(text);
    const measure::gap_log& kept = read.cases[0].record.gaps;
    ASSERT_EQ(kept.listed.size(), 1'000U);
    EXPECT_EQ(kept.listed.front().length_ns, 2'500);
    EXPECT_EQ(kept.total_ns(), gaps.total_ns());
    EXPECT_EQ(kept.count(), gaps.count());
    EXPECT_EQ(read.cases[1].record.gaps, made_up_gaps());
    EXPECT_EQ(to_digest(read), text);
}

TEST(digest, holds_every_conclusion) {
    const result seen = eventful_result();
    const result read = read_json(to_digest(seen));
    ASSERT_EQ(read.cases.size(), seen.cases.size());
    for (std::size_t i = 0; i < seen.cases.size(); ++i) {
        const measure::case_summary& one = read.cases[i].summary;
        const measure::case_summary& other = seen.cases[i].summary;
        EXPECT_EQ(one.disturbed_rounds, other.disturbed_rounds);
        EXPECT_EQ(one.disturbed_by, other.disturbed_by);
        EXPECT_EQ(one.stddev_ns, other.stddev_ns);
        EXPECT_EQ(one.slope_mean_ns, other.slope_mean_ns);
        EXPECT_EQ(one.mean_ns, other.mean_ns);
        EXPECT_EQ(one.raw_mean_ns, other.raw_mean_ns);
        EXPECT_EQ(one.check.slope_ns.range, other.check.slope_ns.range);
        EXPECT_EQ(one.overhead_ns.range, other.overhead_ns.range);
        EXPECT_EQ(one.percentiles[0].raw_ns, other.percentiles[0].raw_ns);
        EXPECT_EQ(one.max_raw_ns, other.max_raw_ns);
        ASSERT_EQ(one.curve.size(), other.curve.size());
        for (std::size_t k = 0; k < one.curve.size(); ++k) {
            EXPECT_EQ(one.curve[k].beyond, other.curve[k].beyond);
            EXPECT_EQ(one.curve[k].raw_ns, other.curve[k].raw_ns);
        }
    }
}

TEST(digest, has_no_rounds_and_an_entry_a_line) {
    const std::string text = to_digest(made_up_result());
    const json own = json::parse(text).at("tollgate");
    EXPECT_FALSE(json::parse(text).contains("benchmarks"));
    EXPECT_FALSE(own.at("cases").at(0).contains("rounds"));
    EXPECT_FALSE(own.at("cases").at(0).contains("samples"));
    EXPECT_EQ(own.at("digest"), true);
    std::size_t curves = 0;
    for (std::size_t at = 0; (at = text.find("\n{\"name\":", at)) != std::string::npos; ++at) {
        curves +=
            text.substr(at, text.find('\n', at + 1) - at).find("\"points\":") != std::string::npos;
    }
    EXPECT_EQ(curves, 2u);
}

TEST(digest, a_figure_that_is_no_number_is_refused) {
    result seen = made_up_result();
    for (measure::case_round& round : seen.cases[0].record.rounds) {
        round.fit = {1.7e308, 1.7e308};
    }
    conclude_anew(seen);
    EXPECT_THROW(static_cast<void>(to_digest(seen)), unreadable_result);
}

std::string refusal_after(const std::function<void(json& own)>& change) {
    json whole = json::parse(to_digest(eventful_result()));
    change(whole.at("tollgate"));
    try {
        static_cast<void>(read_json(whole.dump()));
    } catch (const unreadable_result& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return {};
}

TEST(unreadable_digest, every_figure_is_needed) {
    EXPECT_EQ(refusal_after([](json&) {}), "");
    const json own = json::parse(to_digest(eventful_result())).at("tollgate");
    for (const auto& [key, value] : own.at("conclusions").at(0).items()) {
        const bool optional = key == "method" || key.starts_with("p50") || key.starts_with("p9") ||
                              key == "max_ns" || key == "max_raw_ns";
        EXPECT_EQ(refusal_after([&](json& from) { from.at("conclusions").at(0).erase(key); }) == "",
                  optional)
            << key;
    }
    for (const char* key :
         {"conclusions", "curves", "comparisons", "noise_floors", "cases", "twins"}) {
        EXPECT_NE(refusal_after([&](json& from) { from.erase(key); }), "") << key;
    }
    for (const auto& [key, value] : own.at("comparisons").at(0).items()) {
        EXPECT_NE(refusal_after([&](json& from) { from.at("comparisons").at(0).erase(key); }), "")
            << key;
    }
}

TEST(unreadable_digest, parts_that_do_not_agree) {
    for (const char* key : {"conclusions", "curves"}) {
        EXPECT_THAT(refusal_after([&](json& own) { own.at(key).erase(0); }),
                    HasSubstr("do not agree"));
        EXPECT_THAT(refusal_after([&](json& own) { own.at(key).at(0).at("name") = "other"; }),
                    HasSubstr("do not agree"));
        EXPECT_NE(refusal_after([&](json& own) { own.at(key).at(0) = 3; }), "");
    }
    EXPECT_THAT(refusal_after([](json& own) { own.at("comparisons").at(0).at("name") = "other"; }),
                HasSubstr("none of the cases"));
}

TEST(unreadable_digest, rounds_where_there_are_none) {
    const json measured = json::parse(to_json(eventful_result())).at("tollgate");
    EXPECT_THAT(refusal_after([&](json& own) { own.at("twins") = measured.at("twins"); }),
                HasSubstr("a digest has none"));
    EXPECT_THAT(refusal_after([&](json& own) { own.at("cases") = measured.at("cases"); }),
                HasSubstr("a digest has none"));
    EXPECT_NE(refusal_after([](json& own) { own.at("cases").at(0)["rounds"] = json::array(); }),
              "");
    EXPECT_THAT(refusal_after([](json& own) { own.erase("digest"); }),
                HasSubstr("\"rounds\" is missing"));
    EXPECT_THAT(refusal_after([](json& own) { own.at("digest") = 1; }), HasSubstr("\"digest\""));
    EXPECT_NE(refusal_after([](json& own) { own.at("format_version") = 1; }), "");
}

TEST(unreadable_digest, what_is_no_interval_or_no_point) {
    const auto with = [](const char* path, const char* value) {
        return refusal_after(
            [&](json& own) { own.at(json::json_pointer(path)) = json::parse(value); });
    };
    EXPECT_THAT(with("/conclusions/0/value_range_ns", R"({"low":2,"high":1,"confidence":0.95})"),
                HasSubstr("ends before it begins"));
    EXPECT_NE(with("/conclusions/0/value_range_ns", R"({"low":2,"high":3})"), "");
    EXPECT_NE(with("/conclusions/0/value_range_ns", "[1, 2]"), "");
    EXPECT_NE(with("/conclusions/0/value_ns", "null"), "");
    EXPECT_NE(with("/conclusions/0/samples", "-1"), "");
    EXPECT_NE(with("/conclusions/0/pass_figures_ns", "[null]"), "");
    EXPECT_NE(with("/curves/0/points", "[[0.5]]"), "");
    EXPECT_NE(with("/curves/0/points", "[[0.5, \"1\"]]"), "");
    EXPECT_NE(with("/curves/0/points", "[[0, 1]]"), "");
    EXPECT_NE(with("/curves/0/points", "[[1.5, 1]]"), "");
    EXPECT_NE(with("/curves/0/points", "3"), "");
}

} // namespace
} // namespace tollgate::report
