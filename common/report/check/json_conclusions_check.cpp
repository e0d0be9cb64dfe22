// SPDX-License-Identifier: BSL-1.0
// The machine's speed, and what is concluded, in a file of a run and in its digest.
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

using distances = std::map<std::pair<int, int>, measure::cpu_distance>;

void expect_same(const distances& read, const distances& sent) {
    ASSERT_EQ(read.size(), sent.size());
    for (const auto& [cpus, of] : sent) {
        ASSERT_TRUE(read.contains(cpus));
        const measure::cpu_distance& one = read.at(cpus);
        EXPECT_EQ(one.usual_ns, of.usual_ns);
        EXPECT_EQ(one.usual_share, of.usual_share);
        EXPECT_EQ(one.least_ns, of.least_ns);
        EXPECT_EQ(one.most_ns, of.most_ns);
        EXPECT_EQ(one.readings, of.readings);
    }
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
        expect_same(read.speed.distances, sent.distances);
        EXPECT_EQ(read.passes, 6u);
        EXPECT_EQ(read.spread_over_s, 120.5);
    }
}

TEST(json_conclusions, any_number_of_distances_comes_back) {
    result seen = made_up_result();
    seen.speed.distances.clear();
    for (const result& read : kept(seen)) {
        EXPECT_TRUE(read.speed.distances.empty());
    }
    seen.speed.distances[{0, 1}] = {1.0 / 3, 1, 0.1, 1e9, 1ull << 60};
    seen.speed.distances[{0, 63}] = {160, 0.0625, 160, 160, 1};
    for (const result& read : kept(seen)) {
        expect_same(read.speed.distances, seen.speed.distances);
    }
}

TEST(json_conclusions, a_case_by_distance_comes_back) {
    result seen = made_up_result();
    seen.cases[0].record = by_distance(std::move(seen.cases[0].record));
    seen.twins[0].record = by_distance(std::move(seen.twins[0].record));
    conclude_anew(seen);
    ASSERT_TRUE(seen.cases[0].summary.quiet_ns);
    ASSERT_EQ(seen.cases[0].summary.quiet_rounds, 9u);
    ASSERT_EQ(seen.cases[0].summary.fast_reference_ns, 47.25);
    for (const result& read : kept(seen)) {
        EXPECT_THAT(read.cases.at(0).record.distance_of, ElementsAre(1, 3));
        EXPECT_THAT(read.cases.at(1).record.distance_of, IsEmpty());
        EXPECT_THAT(read.twins.at(0).record.distance_of, ElementsAre(1, 3));
        expect_same(read.cases[0].summary, seen.cases[0].summary);
        EXPECT_EQ(full_text(read), full_text(seen));
    }
    EXPECT_EQ(to_json(read_json(to_json(seen))), to_json(seen));
    EXPECT_EQ(to_digest(read_json(to_json(seen))), to_digest(seen));
    EXPECT_EQ(to_digest(read_json(to_digest(seen))), to_digest(seen));
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

std::string why_refused(const json& whole) {
    try {
        static_cast<void>(read_json(whole.dump()));
    } catch (const unreadable_result& error) {
        return error.what();
    }
    return {};
}

std::string refusal_with(const std::string& path, const json& value) {
    json whole = json::parse(to_digest(made_up_result()));
    whole.at("tollgate").at(json::json_pointer(path)) = value;
    return why_refused(whole);
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

TEST(unreadable_conclusions, distances_that_are_none) {
    EXPECT_EQ(refusal_with("/speed/distances", json::array()), "");
    for (const json& wrong : {json(3), json(nullptr), json::object(), json{3}}) {
        EXPECT_NE(refusal_with("/speed/distances", wrong), "");
    }
    const std::string one = "/speed/distances/0";
    EXPECT_EQ(refusal_with(one + "/cpus", {0, 1}), "");
    for (const json& wrong : {json::array(), json{1}, json{1, 2, 3}, json{1, 1}, json{3, 1},
                              json{-3, 1}, json{1, 2.5}, json{1, "3"}, json(1)}) {
        EXPECT_THAT(refusal_with(one + "/cpus", wrong), HasSubstr("\"cpus\" ")) << wrong;
    }
    for (const char* key : {"usual_ns", "usual_share", "least_ns", "most_ns", "readings"}) {
        // A number that is none is written as null.
        for (const json& wrong : {json(-1), json(nullptr), json("47"), json::array()}) {
            EXPECT_THAT(refusal_with(one + "/" + key, wrong), HasSubstr(key)) << wrong;
        }
        json whole = json::parse(to_digest(made_up_result()));
        whole.at("tollgate").at("speed").at("distances").at(0).erase(key);
        EXPECT_THAT(why_refused(whole), HasSubstr(std::string("\"") + key + "\" is missing"));
    }
}

TEST(unreadable_conclusions, a_distance_that_readings_cannot_have_had) {
    const std::string one = "/speed/distances/0";
    for (const char* key : {"usual_ns", "least_ns", "most_ns"}) {
        EXPECT_THAT(refusal_with(one + "/" + key, 0), HasSubstr("\"usual_ns\" is not between"));
    }
    EXPECT_THAT(refusal_with(one + "/usual_ns", 30), HasSubstr("is not between"));
    EXPECT_THAT(refusal_with(one + "/usual_ns", 161), HasSubstr("is not between"));
    EXPECT_EQ(refusal_with(one + "/least_ns", 47.25), "");
    EXPECT_EQ(refusal_with(one + "/most_ns", 47.25), "");
    for (const double share : {0.0, 1.5, -0.5}) {
        EXPECT_THAT(refusal_with(one + "/usual_share", share), HasSubstr("\"usual_share\""));
    }
    EXPECT_EQ(refusal_with(one + "/usual_share", 1), "");
}

} // namespace
} // namespace tollgate::report
