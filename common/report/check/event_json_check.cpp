// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using measure::method;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Cases of both kinds, and a proof of the run as a whole that failed.
result with_events() {
    result seen = made_up_result();
    seen.cases.push_back(made_up_record("sleep/lateness", 5'000));
    seen.cases[2].record.valued_by = method::single_events;
    seen.cases[2].record.compared_with = "fiber/context_resume";
    seen.cases[2].record.samples.add(-3);
    seen.cases[2].record.repeated = 4;
    seen.cases[2].record.counted = {{"clock readings", 3}, {"looks", 1ull << 60}};
    seen.failures = {"a shorter slice was later", "nobody woke"};
    conclude_anew(seen);
    return seen;
}

/// As a program wrote it before there were events.
result without_what_is_new(json whole) {
    json& own = whole.at("tollgate");
    own.erase("failed_proofs");
    for (json& record : own.at("twins")) {
        record.erase("method");
        record.erase("compared_with");
    }
    for (json& record : own.at("cases")) {
        record.erase("method");
        record.erase("compared_with");
        record.erase("repeated");
        record.erase("counted");
    }
    return read_json(whole.dump());
}

TEST(event_json, all_that_is_new_comes_back) {
    const result seen = with_events();
    const std::string once = to_json(seen);
    const result read = read_json(once);
    ASSERT_EQ(read.cases.size(), 3u);
    EXPECT_EQ(read.cases[0].record.valued_by, method::unobserved_loop);
    EXPECT_EQ(read.cases[0].record.compared_with, "");
    EXPECT_EQ(read.cases[2].record.valued_by, method::single_events);
    EXPECT_EQ(read.cases[2].record.compared_with, "fiber/context_resume");
    EXPECT_EQ(read.cases[2].record.samples.negative(), 1u);
    EXPECT_EQ(read.cases[2].record.repeated, 4u);
    EXPECT_EQ(read.cases[2].record.counted, seen.cases[2].record.counted);
    EXPECT_THAT(read.failures, ElementsAre("a shorter slice was later", "nobody woke"));
    EXPECT_FALSE(read.proven());
    EXPECT_EQ(to_json(read), once);
    EXPECT_EQ(full_text(read), full_text(seen));
}

TEST(event_json, a_twin_of_events_is_one_of_events) {
    result seen = with_events();
    seen.twins[0].record.valued_by = method::single_events;
    seen.twins[0].record.compared_with = "itself";
    const result read = read_json(to_json(seen));
    EXPECT_EQ(read.twins.at(0).record.valued_by, method::single_events);
    EXPECT_EQ(read.twins.at(0).record.compared_with, "itself");
}

TEST(event_json, a_file_from_before_there_were_events_is_of_loops_compared_with_the_first) {
    const result read = without_what_is_new(json::parse(to_json(with_events())));
    ASSERT_EQ(read.cases.size(), 3u);
    for (const auto& [record, summary] : read.cases) {
        EXPECT_EQ(record.valued_by, method::unobserved_loop);
        EXPECT_EQ(record.compared_with, "");
        EXPECT_EQ(record.repeated, 0u);
        EXPECT_THAT(record.counted, IsEmpty());
    }
    EXPECT_EQ(read.twins.at(0).record.valued_by, method::unobserved_loop);
    EXPECT_THAT(read.failures, IsEmpty());
    EXPECT_TRUE(read.proven());
}

TEST(event_json, conclusions_say_how_the_value_came_about) {
    const json own = json::parse(to_json(with_events())).at("tollgate");
    EXPECT_EQ(own.at("proven"), false);
    EXPECT_EQ(own.at("conclusions").at(0).at("method"), "unobserved_loop");
    const json& events = own.at("conclusions").at(2);
    EXPECT_EQ(events.at("method"), "single_events");
    EXPECT_EQ(events.at("closure_disagrees"), false);
}

} // namespace
} // namespace tollgate::report
