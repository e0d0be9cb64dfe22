// SPDX-License-Identifier: BSL-1.0
#include "../src/request.hpp"
#include "captured.hpp"
#include "fake_program.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/run.hpp>

#include <cmath>

namespace tollgate::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

run::case_list three_and_one() {
    run::case_list all;
    for (const char* name :
         {"fiber/yield/fibers:4", "fiber/resume/fibers:4", "fiber/yield/fibers:8"}) {
        all.cases.push_back(fake::steady_case(name));
    }
    all.unavailable.push_back({"fiber/far", "one socket"});
    all.notes = {"a note"};
    return all;
}

options only(const std::string& pattern, options::action wanted = options::action::measure) {
    options chosen;
    chosen.only = pattern;
    chosen.wanted = wanted;
    return chosen;
}

std::vector<std::string> names(const run::case_list& list) {
    std::vector<std::string> all;
    for (const auto& listed : list.cases) {
        all.push_back(listed.key.name());
    }
    return all;
}

TEST(select_cases, the_pattern_may_match_anywhere_and_keeps_the_order) {
    EXPECT_THAT(names(select_cases(three_and_one(), only("yield"))),
                ElementsAre("fiber/yield/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_THAT(names(select_cases(three_and_one(), only(":4$"))),
                ElementsAre("fiber/yield/fibers:4", "fiber/resume/fibers:4"));
    EXPECT_THAT(names(select_cases(three_and_one(), only("resume|:8"))),
                ElementsAre("fiber/resume/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_EQ(select_cases(three_and_one(), only("")).cases.size(), 3u);
    EXPECT_THAT(select_cases(three_and_one(), only("yield")).unavailable, IsEmpty());
    EXPECT_EQ(select_cases(three_and_one(), only("far|resume")).unavailable.size(), 1u);
}

TEST(select_cases, a_pattern_that_matches_nothing_is_a_usage_error) {
    EXPECT_EQ(
        message_of<run::usage_error>([] { (void)select_cases(three_and_one(), only("Yield")); }),
        "--only: 'Yield' matches none of the 4 cases; --list --all prints them");
}

TEST(select_cases, a_pattern_of_cases_that_need_an_option_gets_the_option) {
    program description;
    description.optional = {{"fiber/gap", "--sweep gap:LIST"}};
    description.flags = {{"matrix", "", {}, {}}};
    const auto refusal = [&](options chosen) {
        return message_of<run::usage_error>(
            [&] { (void)select_cases(three_and_one(), chosen, {}, description); });
    };
    EXPECT_EQ(refusal(only("gap")),
              "--only: 'gap' matches no case; fiber/gap needs --sweep gap:LIST");
    options matrix = only("Yield");
    matrix.given = {"matrix"};
    EXPECT_EQ(refusal(matrix),
              "--only: 'Yield' matches none of the 4 cases; --list --matrix prints them");
}

// A backtracking matcher takes minutes for each of these.
TEST(select_cases, no_pattern_and_no_name_take_long) {
    const std::string long_name(100'000, 'a');
    EXPECT_TRUE(names_matching("(a|aa)+$")(long_name));
    EXPECT_FALSE(names_matching(".*.*.*.*.*zzz")(long_name));
    EXPECT_FALSE(names_matching("((((.*)*(.*)*)*){10}){10}zzz")(std::string(1'000, 'a')));
    EXPECT_THROW((void)names_matching("((((.*)*(.*)*)*){10}){100}zzz"), run::usage_error);
    EXPECT_THROW((void)names_matching("(a)\\1"), run::usage_error);
}

TEST(select_cases, lists_unavailable_cases_but_refuses_to_measure_them) {
    const run::case_list listed = select_cases(three_and_one(), only("far", options::action::list));
    EXPECT_EQ(listed.unavailable.at(0).key.name(), "fiber/far");
    EXPECT_EQ(
        message_of<run::machine_refused>([] { (void)select_cases(three_and_one(), only("far")); }),
        "fiber/far: not available: one socket");
}

TEST(select_cases, a_star_stands_for_the_cases_at_other_places) {
    run::case_list far;
    far.unavailable.push_back({{"fiber/*", {{"placement", "far"}}}, "one socket"});
    std::vector<measure::measured_case> known(1);
    known[0].key = {"fiber/yield", {{"fibers", 4U}, {"placement", "same"}}};
    const auto listed = [&](const std::string& pattern) {
        return select_cases(far, only(pattern, options::action::list), known).unavailable.size();
    };
    EXPECT_EQ(listed("yield"), 1U);
    EXPECT_EQ(listed("fibers:4/placement:far$"), 1U);
    EXPECT_THROW(listed("resume"), run::usage_error);
    EXPECT_THROW(listed("same"), run::usage_error);
    known[0].key = {"fiber/yield", {{"fibers", 4U}}};
    EXPECT_THROW(listed("yield"), run::usage_error) << "it has no place";
}

TEST(select_cases, refuses_placements_that_no_case_has) {
    using enum cpu::placement;
    const auto names_at = [](std::vector<cpu::placement> places, const char* word,
                             options::action wanted = options::action::measure) {
        run::case_list all = three_and_one();
        all.unavailable = {{{"fiber/*", {{"placement", "far"}}}, "one socket"}};
        all.cases.push_back(fake::steady_case("placed"));
        all.cases.back().key = {"fiber/placed", {{"placement", word}}};
        options chosen;
        chosen.wanted = wanted;
        chosen.given = {"placement"};
        chosen.placements = std::move(places);
        return names(select_cases(all, chosen)).size();
    };
    EXPECT_EQ(message_of<run::machine_refused>([&] { (void)names_at({far}, "same"); }),
              "fiber/*/placement:far: not available: one socket");
    EXPECT_EQ(names_at({same, far}, "same"), 4U);
    EXPECT_EQ(names_at({far}, "spread"), 4U) << "a program's own word";
    EXPECT_EQ(names_at({smt}, "same"), 4U) << "no reason is known";
    EXPECT_EQ(names_at({far}, "same", options::action::list), 4U);
}

TEST(select_cases, refuses_a_program_without_cases) {
    EXPECT_THAT(message_of<run::machine_refused>([] { (void)select_cases({}, {}); }),
                HasSubstr("nothing to measure"));
}

TEST(select_cases, refuses_more_cases_than_a_result_can_have) {
    run::case_list all = three_and_one();
    all.unavailable.resize(10'000, all.unavailable.front());
    EXPECT_EQ(select_cases(all, {}).unavailable.size(), 10'000u);
    all.unavailable.push_back(all.unavailable.front());
    EXPECT_THAT(message_of<run::usage_error>([&] { (void)select_cases(all, {}); }),
                HasSubstr("10001 cases are too many"));
}

options headline(const std::string& pattern) {
    options chosen;
    chosen.headline = [wanted = names_matching(pattern)](const measure::case_key& key) {
        return wanted(key.name());
    };
    return chosen;
}

TEST(select_cases, the_self_test_takes_the_first_matching_case) {
    const run::case_list first_case =
        select_cases(three_and_one(), only("resume|:8|far", options::action::selftest));
    EXPECT_THAT(names(first_case), ElementsAre("fiber/resume/fibers:4"));
    EXPECT_THAT(first_case.unavailable, IsEmpty());
    options chosen = headline("resume|:8");
    chosen.wanted = options::action::selftest;
    EXPECT_THAT(names(select_cases(three_and_one(), chosen)), ElementsAre("fiber/resume/fibers:4"));
}

TEST(select_cases, a_note_says_how_many_cases_were_left_out) {
    const run::case_list selected = select_cases(three_and_one(), headline("resume|:8"));
    EXPECT_THAT(names(selected), ElementsAre("fiber/resume/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_THAT(selected.unavailable, IsEmpty());
    EXPECT_THAT(selected.notes,
                ElementsAre("a note", "2 of 3 cases; --all measures the others, too"));
}

TEST(select_cases, takes_all_cases_without_a_note_if_all_or_none_are_headline_cases) {
    for (const char* pattern : {"far", "no_such_case", "fiber"}) {
        const run::case_list all = select_cases(three_and_one(), headline(pattern));
        EXPECT_EQ(all.cases.size(), 3u);
        EXPECT_EQ(all.unavailable.size(), 1u);
        EXPECT_THAT(all.notes, ElementsAre("a note"));
    }
}

using case_vector = std::vector<measure::measured_case>;

measure::measured_case events(std::chrono::nanoseconds lasts) {
    measure::measured_case event_case = fake::steady_case("nothing/event");
    event_case.valued_by = measure::method::single_events;
    event_case.events.lasts = lasts;
    return event_case;
}

/// A round of these takes 4 s: the first case of events and the loop run twice.
case_vector of_four_seconds() {
    return {events(1s), events(2s), fake::steady_case("nothing/loop")};
}

struct wanted {
    std::optional<std::uint64_t> rounds;
    std::optional<double> time_s; ///< given by the user
    double budget_s = 0;
    std::uint64_t passes = 8;
};

void expect_time(const case_vector& cases, const wanted& all) {
    run::expect_enough_time(cases,
                            {.budget = std::chrono::nanoseconds(std::llround(all.budget_s * 1e9)),
                             .exact_rounds = all.rounds,
                             .passes = all.passes},
                            all.time_s);
}

std::string complaint(const wanted& all, const case_vector& cases = of_four_seconds()) {
    return message_of<run::usage_error>([&] { expect_time(cases, all); });
}

TEST(enough_time, more_rounds_than_the_time_given_allows_are_refused) {
    EXPECT_NO_THROW(expect_time(of_four_seconds(), {10, 40, 40}));
    EXPECT_EQ(complaint({10, 39.5, 39.5}),
              "--rounds: '10' of these cases take 40 s or longer, --time allows 39.5; at most 9, "
              "or leave --time out");
    EXPECT_EQ(complaint({2, 3, 3}),
              "--rounds: '2' of these cases take 8 s or longer, --time allows 3; leave --time out");
}

TEST(enough_time, a_budget_too_short_for_six_rounds_is_refused) {
    EXPECT_NO_THROW(expect_time(of_four_seconds(), {{}, 24, 24}));
    EXPECT_EQ(complaint({{}, 23.5, 23.5}),
              "--time: '23.5' is too short for 6 rounds of these cases; at least 24 s, or fewer "
              "cases");
    EXPECT_NO_THROW(expect_time(of_four_seconds(), {{}, {}, 24}));
    EXPECT_THAT(complaint({{}, {}, 4}), StartsWith("--time: '4' is too short"))
        << "the program's own";
}

TEST(enough_time, a_run_of_fewer_passes_needs_fewer_rounds) {
    EXPECT_NO_THROW(expect_time(of_four_seconds(), {{}, 12, 12, 3}));
    EXPECT_THAT(complaint({{}, 11, 11, 3}),
                HasSubstr("too short for 3 rounds of these cases; at least 12 s"));
}

TEST(enough_time, the_first_case_of_each_kind_counts_twice) {
    case_vector both = of_four_seconds();
    both[1].key = measure::case_key("nothing/event", {{"placement", "core"}});
    EXPECT_NO_THROW(expect_time(both, {{}, 36, 36}));
    EXPECT_THAT(complaint({{}, 35, 35}, both), HasSubstr("at least 36 s"));
}

TEST(enough_time, loops_and_rounds_without_a_time_are_never_refused) {
    const case_vector loops{fake::steady_case("a"), fake::steady_case("b")};
    EXPECT_NO_THROW(expect_time(loops, {100'000, 0.1, 0.1}));
    EXPECT_NO_THROW(expect_time(loops, {{}, {}, 0}));
    EXPECT_NO_THROW(expect_time({}, {100'000, 0.1, 0.1}));
    EXPECT_NO_THROW(expect_time(of_four_seconds(), {100'000, {}, 1}));
}

} // namespace
} // namespace tollgate::cli
