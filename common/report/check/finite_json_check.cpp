// SPDX-License-Identifier: BSL-1.0
// What is odd about a record must not make a file that strict readers refuse.
#include <tollgate/report/bmf.hpp>
#include <tollgate/report/csv.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

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

void expect_finite(const result& seen) {
    const std::string texts[] = {to_json(seen), to_ci_json(seen), to_bmf(seen), to_csv(seen),
                                 full_text(seen)};
    for (std::string text : texts) {
        std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
        });
        for (const char* word : {"nan", "inf"}) {
            std::size_t at = text.find(word);
            while (at != std::string::npos && std::isalpha(text[at + 3]) != 0) {
                at = text.find(word, at + 1); // part of a longer word
            }
            EXPECT_EQ(at, std::string::npos) << word << " in " << text;
        }
    }
    json whole = json::parse(texts[0]);
    json& own = whole.at("tollgate");
    own.erase("classical"); // null where there is none
    for (json& floor : own.at("noise_floors")) {
        floor.erase("range");
    }
    for (json& conclusion : own.at("conclusions")) {
        for (const char* key : {"value_range_ns", "as_it_is_range_ns", "closure_unexplained"}) {
            conclusion.erase(key);
        }
    }
    expect_no_nulls(whole, "");
    expect_no_nulls(json::parse(texts[1]), "");
    expect_no_nulls(json::parse(texts[2]), "");
    EXPECT_EQ(to_json(read_json(texts[0])), texts[0]);
}

/// A result whose first case has had this done to each of its rounds.
result with_rounds(std::uint64_t rounds, const std::function<void(measure::case_round&)>& change) {
    result seen = made_up_result();
    seen.cases[0] = made_up_record(seen.cases[0].record.key.name(), 58, rounds);
    for (measure::case_round& round : seen.cases[0].record.rounds) {
        change(round);
    }
    conclude_anew(seen);
    return seen;
}

TEST(finite_json, of_an_empty_result) {
    expect_finite(result{});
}

TEST(finite_json, of_few_rounds) {
    for (const std::uint64_t rounds : {0u, 1u, 2u, 5u, 6u}) {
        expect_finite(with_rounds(rounds, [](auto&) {}));
    }
}

TEST(finite_json, of_a_clock_that_stood_still) {
    expect_finite(with_rounds(12, [](auto& round) { round.value_ns = 0; }));
    expect_finite(with_rounds(12, [](auto& round) {
        round.value_ns = 0;
        round.fit = {0, 0};
    }));
    expect_finite(with_rounds(12, [](auto& round) { round.value_ns = round.round == 2 ? 0 : 58; }));
}

TEST(finite_json, of_everything_zero) {
    expect_finite(with_rounds(12, [](auto& round) { round = {}; }));
}

TEST(finite_json, of_negative_figures) {
    expect_finite(with_rounds(12, [](auto& round) {
        round.value_ns = -1;
        round.fit = {-20, -1};
    }));
}

TEST(finite_json, of_a_case_without_samples) {
    result seen = made_up_result();
    for (auto& one : seen.cases) {
        one.record.samples = {};
        one.record.worst.clear();
    }
    conclude_anew(seen);
    expect_finite(seen);
}

TEST(finite_json, of_impossible_samples_only) {
    result seen = made_up_result();
    seen.cases[0].record.samples = {};
    seen.cases[0].record.samples.add(-1);
    conclude_anew(seen);
    expect_finite(seen);
}

TEST(finite_json, of_a_classical_run_without_switches) {
    result seen = made_up_result();
    seen.classical->switches = 0;
    expect_finite(seen);
}

} // namespace
} // namespace tollgate::report
