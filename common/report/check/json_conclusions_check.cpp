// SPDX-License-Identifier: BSL-1.0
// The machine's speed, and what is concluded, in a file of a run and in its digest.
#include <tollgate/report/json.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// Both ways to keep a result, read again.
std::vector<result> kept(const result& seen) {
    return {read_json(to_json(seen)), read_json(to_digest(seen))};
}

void expect_same(const measure::estimate& read, const measure::estimate& one) {
    EXPECT_EQ(read.value, one.value);
    EXPECT_EQ(read.range, one.range);
}

void expect_same(const measure::case_summary& read, const measure::case_summary& one) {
    expect_same(read.value_ns, one.value_ns);
    expect_same(read.as_it_is_ns, one.as_it_is_ns);
    ASSERT_EQ(read.quiet_ns.has_value(), one.quiet_ns.has_value());
    if (one.quiet_ns) {
        expect_same(*read.quiet_ns, *one.quiet_ns);
    }
    EXPECT_EQ(read.over, one.over);
    EXPECT_EQ(read.pass_figures_ns, one.pass_figures_ns);
    EXPECT_EQ(read.figure_passes, one.figure_passes);
    EXPECT_EQ(read.passes, one.passes);
    EXPECT_EQ(read.rounds, one.rounds);
    EXPECT_EQ(read.referenced_rounds, one.referenced_rounds);
    EXPECT_EQ(read.quiet_rounds, one.quiet_rounds);
    EXPECT_EQ(read.fast_reference_ns, one.fast_reference_ns);
    EXPECT_EQ(read.explained, one.explained);
    EXPECT_EQ(read.check.difference, one.check.difference);
    EXPECT_EQ(read.check.interrupts_share, one.check.interrupts_share);
    EXPECT_EQ(read.check.unexplained, one.check.unexplained);
    EXPECT_EQ(read.check.disagrees, one.check.disagrees);
}

TEST(json_conclusions, the_machines_speed_comes_back) {
    const measure::machine_speed sent = made_up_speed();
    for (const result& read : kept(made_up_result())) {
        EXPECT_EQ(read.speed.fast_ns, sent.fast_ns);
        EXPECT_EQ(read.speed.loops, sent.loops);
        EXPECT_EQ(read.speed.fast_share, sent.fast_share);
        EXPECT_EQ(read.speed.slow_ratio, sent.slow_ratio);
        EXPECT_EQ(read.speed.interrupts_share, sent.interrupts_share);
        EXPECT_EQ(read.speed.interrupts_u95, sent.interrupts_u95);
        EXPECT_EQ(read.passes, 6u);
        EXPECT_EQ(read.spread_over_s, 120.5);
    }
}

TEST(json_conclusions, what_is_concluded_of_a_case_comes_back) {
    result seen = made_up_result();
    ASSERT_TRUE(seen.cases[0].summary.quiet_ns);
    seen.cases.emplace_back(made_up_record("fiber/few", 7, 3));
    seen.cases.emplace_back(made_up_record("fiber/none", 7, 0));
    conclude_anew(seen);
    for (const result& read : kept(seen)) {
        ASSERT_EQ(read.cases.size(), seen.cases.size());
        for (std::size_t i = 0; i < seen.cases.size(); ++i) {
            expect_same(read.cases[i].summary, seen.cases[i].summary);
        }
    }
}

TEST(json_conclusions, noise_floors_of_each_kind_come_back) {
    const std::vector<measure::noise_floor> sent = made_up_result().noise_floors();
    ASSERT_EQ(sent.size(), 2u);
    for (const result& read : kept(made_up_result())) {
        const std::vector<measure::noise_floor> floors = read.noise_floors();
        ASSERT_EQ(floors.size(), sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            EXPECT_EQ(floors[i].of, sent[i].of);
            EXPECT_EQ(floors[i].ratio, sent[i].ratio);
            EXPECT_EQ(floors[i].range, sent[i].range);
            EXPECT_EQ(floors[i].claims_difference, sent[i].claims_difference);
        }
    }
}

TEST(json_conclusions, comparisons_come_back) {
    const std::vector<measure::comparison> sent = made_up_result().comparisons();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].over, measure::basis::passes);
    for (const result& read : kept(made_up_result())) {
        const std::vector<measure::comparison> all = read.comparisons();
        ASSERT_EQ(all.size(), 1u);
        EXPECT_EQ(all[0].of, sent[0].of);
        EXPECT_EQ(all[0].reference, sent[0].reference);
        EXPECT_EQ(all[0].ratio, sent[0].ratio);
        EXPECT_EQ(all[0].range, sent[0].range);
        EXPECT_EQ(all[0].over, sent[0].over);
        EXPECT_EQ(all[0].pairs, sent[0].pairs);
        EXPECT_EQ(all[0].resolved, sent[0].resolved);
    }
}

TEST(json_conclusions, a_file_tells_a_stranger_what_the_value_is_of) {
    const result seen = made_up_result();
    const json own = json::parse(to_json(seen)).at("tollgate");
    EXPECT_EQ(own.at("passes"), 6);
    EXPECT_EQ(own.at("speed").at("levels").size(), 2u);
    EXPECT_EQ(own.at("noise_floors").size(), 2u);
    EXPECT_EQ(own.at("twins").size(), 2u);
    const json& one = own.at("conclusions").at(0);
    EXPECT_EQ(one.at("over"), "passes");
    EXPECT_EQ(one.at("quiet"), true);
    EXPECT_EQ(one.at("quiet_rounds"), 9);
    EXPECT_EQ(one.at("value_ns"), seen.cases[0].summary.value_ns.value);
    EXPECT_EQ(one.at("as_it_is_ns"), seen.cases[0].summary.as_it_is_ns.value);
}

std::string refusal_with(const char* path, const json& value) {
    json whole = json::parse(to_digest(made_up_result()));
    whole.at("tollgate").at(json::json_pointer(path)) = value;
    try {
        static_cast<void>(read_json(whole.dump()));
    } catch (const unreadable_result& error) {
        return error.what();
    }
    return {};
}

TEST(unreadable_conclusions, what_is_over_nothing) {
    EXPECT_THAT(refusal_with("/conclusions/0/over", "hours"), HasSubstr("\"over\""));
    EXPECT_THAT(refusal_with("/comparisons/0/over", "hours"), HasSubstr("\"over\""));
    EXPECT_THAT(refusal_with("/comparisons/0/over", 3), HasSubstr("\"over\""));
}

TEST(unreadable_conclusions, figures_that_are_of_no_pass) {
    const json passes{0, 1, 2, 3, 4, 5};
    EXPECT_EQ(refusal_with("/conclusions/0/figure_passes", passes), "");
    for (const json& wrong : {json{0, 1, 2, 3, 4}, json{0, 1, 2, 3, 4, 4}, json{1, 0, 2, 3, 4, 5},
                              json{0, 1, 2, 3, 4, 0.5}, json{0, 1, 2, 3, 4, -1}, json(6)}) {
        EXPECT_THAT(refusal_with("/conclusions/0/figure_passes", wrong),
                    HasSubstr("figure_passes"));
    }
}

TEST(unreadable_conclusions, a_speed_that_is_none) {
    EXPECT_NE(refusal_with("/speed", 3), "");
    EXPECT_THAT(refusal_with("/speed/levels", 3), HasSubstr("levels"));
    EXPECT_THAT(refusal_with("/speed/levels/0/cpu", 1ull << 40), HasSubstr("cpu"));
    EXPECT_THAT(refusal_with("/speed/fast_share", "all"), HasSubstr("fast_share"));
    EXPECT_THAT(refusal_with("/speed/reference_loops", -1), HasSubstr("reference_loops"));
    EXPECT_THAT(refusal_with("/noise_floors/0/case", "gone"), HasSubstr("none of the cases"));
}

} // namespace
} // namespace tollgate::report
