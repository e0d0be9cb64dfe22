// SPDX-License-Identifier: BSL-1.0
// Files of format versions 1 and 2, from before there were passes.
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"
#include "old_form.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

json file_of_today() {
    return json::parse(to_json(made_up_result()));
}

json digest_of_today() {
    return json::parse(to_digest(made_up_result()));
}

result read(const json& whole) {
    return read_json(whole.dump());
}

std::string refusal_of(const json& whole) {
    try {
        static_cast<void>(read_json(whole.dump()));
    } catch (const unreadable_result& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
    return {};
}

std::string refusal_after(json whole, const std::function<void(json& own)>& change) {
    change(whole.at("tollgate"));
    return refusal_of(whole);
}

TEST(version_2, a_file_has_rounds_without_reference_loops_and_one_twin) {
    const result seen = made_up_result();
    const result old = read(version_2_of(file_of_today()));
    EXPECT_EQ(old.passes, 6u) << "its processes";
    EXPECT_EQ(old.spread_over_s, seen.took_s);
    EXPECT_EQ(old.speed.loops, 0u);
    ASSERT_EQ(old.twins.size(), 1u);
    EXPECT_EQ(old.twins[0].record.key.name(), "fiber/yield/fibers:4");
    ASSERT_EQ(old.cases.size(), 2u);
    const measure::case_round& round = old.cases[0].record.rounds.at(3);
    EXPECT_EQ(round.value_ns, seen.cases[0].record.rounds[3].value_ns);
    EXPECT_FALSE(round.has_references());
    EXPECT_FALSE(old.cases[0].summary.quiet_ns);
    EXPECT_EQ(old.cases[0].summary.referenced_rounds, 0u);
}

TEST(version_2, a_file_of_few_processes_is_shown_with_a_remark_on_its_uncertainty) {
    json whole = version_2_of(file_of_today());
    whole.at("tollgate").at("processes") = 1;
    for (json& one : whole.at("tollgate").at("cases")) {
        for (json& row : one.at("rounds")) {
            row.at(0) = 0;
        }
    }
    const std::string text = full_text(read(whole));
    EXPECT_THAT(text, AllOf(HasSubstr("± of fiber/yield/fibers:4 and 1 more: over rounds of 1 "
                                      "pass, as if they were independent"),
                            Not(HasSubstr("machine:")), Not(HasSubstr("of rounds"))));
}

TEST(version_1, says_what_version_2_says) {
    EXPECT_EQ(to_json(read(version_1_of(file_of_today()))),
              to_json(read(version_2_of(file_of_today()))));
}

TEST(version_2, written_again_it_is_one_of_today) {
    const std::string text = to_json(read(version_2_of(file_of_today())));
    EXPECT_EQ(json::parse(text).at("tollgate").at("format_version"), 3);
    EXPECT_EQ(to_json(read_json(text)), text);
}

TEST(version_2, a_digest_is_over_rounds) {
    const result seen = made_up_result();
    const result old = read(version_2_of(digest_of_today()));
    ASSERT_EQ(old.cases.size(), 2u);
    const measure::case_summary& one = old.cases[0].summary;
    EXPECT_EQ(one.over, measure::basis::rounds);
    EXPECT_EQ(one.value_ns.value, seen.cases[0].summary.value_ns.value);
    EXPECT_EQ(one.value_ns.range, seen.cases[0].summary.value_ns.range);
    EXPECT_EQ(one.as_it_is_ns.value, one.value_ns.value);
    EXPECT_FALSE(one.quiet_ns);
    EXPECT_EQ(one.passes, 6u) << "its processes";
    EXPECT_EQ(one.pass_figures_ns, seen.cases[0].summary.pass_figures_ns);
    EXPECT_THAT(one.figure_passes, ElementsAre(0, 1, 2, 3, 4, 5));
    ASSERT_EQ(old.noise_floors().size(), 1u);
    EXPECT_EQ(old.noise_floors()[0].of.name(), "fiber/yield/fibers:4");
    ASSERT_EQ(old.comparisons().size(), 1u);
    EXPECT_EQ(old.comparisons()[0].over, measure::basis::rounds);
    EXPECT_EQ(old.comparisons()[0].pairs, 6u);
}

TEST(version_2, a_digest_is_shown_with_a_remark_on_its_uncertainty) {
    const std::string text = full_text(read(version_2_of(digest_of_today())));
    EXPECT_THAT(text, AllOf(HasSubstr("| fiber/yield/fibers:4 "), HasSubstr("over rounds of 6"),
                            HasSubstr("noise floor: "), Not(HasSubstr("machine:"))));
}

TEST(version_2, a_digest_of_a_digest_is_the_same) {
    const std::string text = to_digest(read(version_2_of(digest_of_today())));
    EXPECT_EQ(to_digest(read_json(text)), text);
    EXPECT_EQ(full_text(read_json(text)), full_text(read(version_2_of(digest_of_today()))));
}

TEST(version_2, a_digest_keeps_no_percentile_that_would_not_be_said_today) {
    json whole = version_2_of(digest_of_today());
    json& one = whole.at("tollgate").at("conclusions").at(0);
    ASSERT_TRUE(read(whole).cases[0].summary.percentiles[0].corrected_ns);
    one.at("overhead_ns") = 31'500;
    one.at("p50_ns") = one.at("p50_raw_ns").get<double>() - 31'500;
    const result old = read(whole);
    EXPECT_TRUE(old.cases[0].summary.percentiles[0].raw_ns);
    EXPECT_FALSE(old.cases[0].summary.percentiles[0].corrected_ns);
    EXPECT_FALSE(old.cases[0].summary.max_corrected_ns);
    EXPECT_TRUE(old.cases[1].summary.percentiles[0].corrected_ns);
}

TEST(version_2, a_digest_without_a_noise_floor) {
    json whole = version_2_of(digest_of_today());
    whole.at("tollgate").at("noise_floor") = nullptr;
    EXPECT_TRUE(read(whole).noise_floors().empty());
}

TEST(version_2, needs_its_own_keys) {
    for (const char* key : {"processes", "twin", "round_columns"}) {
        EXPECT_THAT(
            refusal_after(version_2_of(file_of_today()), [&](auto& own) { own.erase(key); }),
            HasSubstr(key));
    }
    for (const char* key : {"processes", "twin", "noise_floor", "comparisons"}) {
        EXPECT_THAT(
            refusal_after(version_2_of(digest_of_today()), [&](auto& own) { own.erase(key); }),
            HasSubstr(key));
    }
    EXPECT_THAT(
        refusal_after(version_2_of(digest_of_today()),
                      [](auto& own) { own.at("conclusions").at(0).erase("process_medians_ns"); }),
        HasSubstr("process_medians_ns"));
}

TEST(version_3, needs_its_own_keys) {
    for (const char* key : {"speed", "passes", "spread_over_s", "twins"}) {
        EXPECT_THAT(refusal_after(file_of_today(), [&](auto& own) { own.erase(key); }),
                    HasSubstr(std::string("\"") + key + "\" is missing"));
        EXPECT_THAT(refusal_after(digest_of_today(), [&](auto& own) { own.erase(key); }),
                    HasSubstr(std::string("\"") + key + "\" is missing"));
    }
    EXPECT_THAT(refusal_after(digest_of_today(), [&](auto& own) { own.erase("noise_floors"); }),
                HasSubstr("noise_floors"));
    const json today = file_of_today();
    for (const auto& [key, value] : today.at("tollgate").at("speed").items()) {
        if (key == "distances") {
            continue; // it is younger
        }
        EXPECT_THAT(refusal_after(file_of_today(), [&](auto& own) { own.at("speed").erase(key); }),
                    HasSubstr(key));
    }
}

TEST(version_3, from_before_distances_were_looked_at_has_none) {
    for (json whole : {file_of_today(), digest_of_today()}) {
        const result today = read(whole);
        whole.at("tollgate").at("speed").erase("distances");
        ASSERT_FALSE(whole.at("tollgate").at("cases").at(0).contains("distance_of"));
        const result old = read(whole);
        EXPECT_THAT(old.speed.distances, IsEmpty());
        EXPECT_THAT(old.cases.at(0).record.distance_of, IsEmpty());
        EXPECT_EQ(old.cases[0].summary.value_ns.value, today.cases.at(0).summary.value_ns.value);
        EXPECT_TRUE(old.cases[0].summary.quiet_ns) << "by its loops";
        EXPECT_THAT(full_text(old), AllOf(HasSubstr("machine:"), Not(HasSubstr("a cache line"))));
    }
}

TEST(version_3, is_not_version_2_under_its_number) {
    for (const json& today : {file_of_today(), digest_of_today()}) {
        json whole = version_2_of(today);
        whole.at("tollgate").at("format_version") = 3;
        EXPECT_NE(refusal_of(whole), "");
        whole = today;
        whole.at("tollgate").at("format_version") = 2;
        EXPECT_NE(refusal_of(whole), "");
    }
}

TEST(version_3, rows_have_the_length_of_their_version) {
    const auto cut = [](json& own) {
        json& row = own.at("cases").at(1).at("rounds").at(2);
        row.erase(row.begin() + 12, row.end());
    };
    EXPECT_THAT(refusal_after(file_of_today(), cut), HasSubstr("\"rounds\" has a row of another"));
    const auto lengthen = [](json& own) {
        json& row = own.at("cases").at(1).at("rounds").at(2);
        row.push_back(1);
        row.push_back(1);
    };
    EXPECT_THAT(refusal_after(version_2_of(file_of_today()), lengthen),
                HasSubstr("\"rounds\" has a row of another"));
}

} // namespace
} // namespace tollgate::report
