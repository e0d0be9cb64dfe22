// SPDX-License-Identifier: BSL-1.0
// Rounds as rows, since format version 2, and as objects, in version 1.
#include <tollgate/report/json.hpp>

#include "made_up_result.hpp"
#include "old_form.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json good() {
    return json::parse(to_json(made_up_result()));
}

/// Why the file cannot be read after this was done to it; empty if it can. One line in any case.
std::string refusal_after(const std::function<void(json& own)>& change, json whole = good()) {
    change(whole.at("tollgate"));
    try {
        static_cast<void>(read_json(whole.dump()));
    } catch (const unreadable_result& error) {
        const std::string why = error.what();
        EXPECT_EQ(why.find('\n'), std::string::npos);
        return why;
    }
    return {};
}

json& first_row(json& own) {
    return own.at("cases").at(0).at("rounds").at(0);
}

TEST(json_rounds, are_stored_once_as_rows_under_names) {
    const json own = good().at("tollgate");
    const json& row = own.at("cases").at(0).at("rounds").at(7);
    ASSERT_EQ(row.size(), own.at("round_columns").size());
    EXPECT_EQ(own.at("round_columns").at(3), "value_ns");
    EXPECT_EQ(row.at(3), made_up_result().cases[0].record.rounds[7].value_ns);
    EXPECT_EQ(own.at("cases").at(0).at("disturbed"),
              json::parse(R"([[1, "steal 2 ticks", "throttled 1 period"]])"));
}

TEST(json_rounds, of_version_1_are_read_as_well) {
    const std::string old_form = version_1_of(good()).dump();
    const result read = read_json(old_form);
    const result seen = made_up_result();
    ASSERT_EQ(read.cases.size(), 2u);
    for (std::size_t i = 0; i < 12; ++i) {
        const measure::case_round& round = read.cases[1].record.rounds.at(i);
        EXPECT_EQ(round.value_ns, seen.cases[1].record.rounds[i].value_ns);
        EXPECT_EQ(round.fit.slope, seen.cases[1].record.rounds[i].fit.slope);
        EXPECT_EQ(round.disturbances, seen.cases[1].record.rounds[i].disturbances);
        EXPECT_FALSE(round.has_references());
    }
    EXPECT_EQ(read.cases[1].record.samples.buckets(), seen.cases[1].record.samples.buckets());
}

TEST(json_rounds, a_row_that_is_too_short_or_too_long) {
    EXPECT_THAT(refusal_after([](json& own) { first_row(own).erase(13); }),
                HasSubstr("a row of 13 numbers instead of 14"));
    EXPECT_THAT(refusal_after([](json& own) { first_row(own).push_back(1); }),
                HasSubstr("a row of 15 numbers instead of 14"));
    EXPECT_THAT(refusal_after([](json& own) { first_row(own) = json::array(); }),
                HasSubstr("a row of 0 numbers"));
    EXPECT_NE(refusal_after([](json& own) { own.at("twins").at(0).at("rounds").at(0).erase(0); }),
              "");
}

TEST(json_rounds, a_row_of_what_is_no_number) {
    for (std::size_t column = 0; column < 14; ++column) {
        for (const json& wrong : {json("58"), json(nullptr), json(true), json::array({58})}) {
            EXPECT_NE(refusal_after([&](json& own) { first_row(own).at(column) = wrong; }), "")
                << column << wrong;
        }
    }
    for (std::size_t column = 0; column < 3; ++column) {
        for (const json& wrong : {json(-1), json(0.5)}) {
            EXPECT_NE(refusal_after([&](json& own) { first_row(own).at(column) = wrong; }), "")
                << column << wrong;
        }
    }
    EXPECT_NE(refusal_after([](json& own) { first_row(own) = 3; }), "");
    EXPECT_NE(refusal_after([](json& own) { own.at("cases").at(0).at("rounds") = 3; }), "");
}

TEST(json_rounds, a_number_that_is_not_finite) {
    for (const char* wrong : {"1e999", "-1e999", "NaN", "Infinity"}) {
        std::string text = to_json(made_up_result());
        const std::string before = "[0,0,17240,58,";
        const auto at = text.find(before);
        ASSERT_NE(at, std::string::npos);
        text.replace(at, before.size(), "[0,0,17240," + std::string(wrong) + ",");
        EXPECT_THROW(static_cast<void>(read_json(text)), unreadable_result) << wrong;
    }
}

TEST(json_rounds, columns_that_are_missing_or_not_known) {
    EXPECT_THAT(refusal_after([](json& own) { own.erase("round_columns"); }),
                HasSubstr("\"round_columns\" is missing"));
    EXPECT_THAT(refusal_after([](json& own) { own.at("round_columns") = "value_ns"; }),
                HasSubstr("\"round_columns\" is not a list"));
    EXPECT_THAT(refusal_after([](json& own) { own.at("round_columns").at(3) = "speed"; }),
                HasSubstr("has \"speed\" where \"value_ns\" belongs"));
    EXPECT_THAT(refusal_after([](json& own) { own.at("round_columns").erase(13); }),
                HasSubstr("has nothing where \"reference_after_ns\" belongs"));
    EXPECT_THAT(refusal_after([](json& own) { own.at("round_columns").push_back("speed"); }),
                HasSubstr("has \"speed\", which is not known"));
    EXPECT_NE(refusal_after([](json& own) { own.at("round_columns").at(3) = 3; }), "");
}

TEST(json_rounds, the_form_of_another_version) {
    EXPECT_THAT(refusal_after([](json& own) { own["format_version"] = 1; }),
                HasSubstr("\"rounds\" holds what is no object"));
    EXPECT_THAT(refusal_after([](json& own) { own["format_version"] = 2; }, version_1_of(good())),
                HasSubstr("\"rounds\" holds what is no row"));
    EXPECT_NE(refusal_after([](json& own) { own.at("cases").at(0).erase("rounds"); }), "");
    EXPECT_NE(refusal_after([](json& own) { own.at("twins").at(0).erase("rounds"); }), "");
    for (const char* part : {"process", "operations", "value_ns", "fit_slope_ns"}) {
        EXPECT_NE(
            refusal_after([&](json& own) { first_row(own).erase(part); }, version_1_of(good())), "")
            << part;
    }
}

TEST(json_rounds, disturbances_of_no_round) {
    const auto with = [](const char* disturbed) {
        return refusal_after(
            [&](json& own) { own.at("cases").at(0).at("disturbed") = json::parse(disturbed); });
    };
    EXPECT_THAT(with("[[12, \"steal 1 tick\"]]"), HasSubstr("round 12 of 12"));
    for (const char* wrong : {"3", "[3]", "[[]]", "[[-1, \"a\"]]", "[[\"a\"]]", "[[0, 3]]"}) {
        EXPECT_NE(with(wrong), "") << wrong;
    }
}

TEST(json_rounds, of_more_passes_than_anybody_waits_for) {
    const auto with = [](std::uint64_t passes) {
        return refusal_after([&](json& own) {
            json& rounds = own.at("cases").at(0).at("rounds");
            const json row = rounds.at(0);
            for (std::uint64_t pass = 6; pass < passes; ++pass) {
                rounds.push_back(row);
                rounds.back().at(0) = pass;
            }
        });
    };
    EXPECT_EQ(with(200), "");
    EXPECT_EQ(with(201), "a case has more than 200 passes");
}

TEST(json_rounds, more_than_fit) {
    std::string text = R"({"tollgate":{"cases":[{"rounds":[)";
    for (int i = 0; i < 400'001; ++i) {
        text += "[0,0,1,1,1,1,1,0,0,1,0,1,0,0],";
    }
    EXPECT_THROW(
        {
            try {
                static_cast<void>(read_json(text));
            } catch (const unreadable_result& error) {
                EXPECT_THAT(error.what(), HasSubstr("more than 400,000 rounds"));
                throw;
            }
        },
        unreadable_result);
}

} // namespace
} // namespace tollgate::report
