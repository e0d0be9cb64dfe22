// SPDX-License-Identifier: BSL-1.0
// Odd records must not make files that strict readers refuse.
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <regex>
#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;

/// A number that is not finite is written as null, so none may be where a number belongs.
void expect_no_nulls(const json& value, const std::string& path) {
    EXPECT_FALSE(value.is_null()) << path;
    if (value.is_structured()) {
        for (const auto& [key, inner] : value.items()) {
            expect_no_nulls(inner, std::string(path).append("/").append(key));
        }
    }
}

void expect_finite(const result& run) {
    const std::string file = to_json(run);
    const std::regex not_finite(R"(\b-?(nan|inf)\b)", std::regex::icase);
    for (const std::string& text :
         {file, to_ci_json(run), to_bmf(run), to_csv(run), full_text(run)}) {
        EXPECT_FALSE(std::regex_search(text, not_finite)) << text;
    }
    json whole = json::parse(file);
    json& own = whole.at("tollgate");
    own.erase("clock_pair"); // null where there is none
    for (json& floor : own.at("noise_floors")) {
        floor.erase("range");
    }
    for (json& conclusion : own.at("conclusions")) {
        for (const char* key : {"value_range_ns", "as_it_is_range_ns", "closure_unexplained"}) {
            conclusion.erase(key);
        }
    }
    expect_no_nulls(whole, "");
    expect_no_nulls(json::parse(to_ci_json(run)), "");
    expect_no_nulls(json::parse(to_bmf(run)), "");
    EXPECT_EQ(to_json(read_json(file)), file);
}

/// A result with this change to each round of its first case.
result with_rounds(std::uint64_t rounds, const std::function<void(measure::case_round&)>& change) {
    result run = fake_result();
    run.cases[0] = fake_record(run.cases[0].record.key.name(), 58, rounds);
    for (measure::case_round& round : run.cases[0].record.rounds) {
        change(round);
    }
    conclude_anew(run);
    return run;
}

TEST(finite_json, of_few_rounds) {
    for (const std::uint64_t rounds : {0u, 1u, 2u, 5u, 6u}) {
        expect_finite(with_rounds(rounds, [](auto&) {}));
    }
}

TEST(finite_json, of_odd_rounds) {
    const std::function<void(measure::case_round&)> changes[] = {
        [](auto& round) { round.value_ns = 0; }, // a clock that stood still
        [](auto& round) {
            round.value_ns = 0;
            round.fit = {0, 0};
        },
        [](auto& round) { round.value_ns = round.round == 2 ? 0 : 58; },
        [](auto& round) { round = {}; },
        [](auto& round) {
            round.value_ns = -1;
            round.fit = {-20, -1};
        }};
    for (const auto& change : changes) {
        expect_finite(with_rounds(12, change));
    }
}

TEST(finite_json, without_samples_that_are_possible_and_without_switches) {
    result run = fake_result();
    run.clock_pair->switches = 0;
    run.cases[0].record.samples = run.cases[1].record.samples = {};
    run.cases[0].record.samples.add(-1);
    run.cases[1].record.worst.clear();
    conclude_anew(run);
    expect_finite(run);
}

} // namespace
} // namespace tollgate::report
