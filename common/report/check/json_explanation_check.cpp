// SPDX-License-Identifier: BSL-1.0
// An explanation in a file of a run and in its digest.
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_explanation.hpp"
#include "made_up_result.hpp"
#include "old_form.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

result explained_result() {
    result seen = made_up_result();
    seen.explanation = made_up_explanation();
    return seen;
}

/// The result as it is read again, from each of the two ways to keep it.
std::vector<result> read_again(const result& seen) {
    return {read_json(to_json(seen)), read_json(to_digest(seen))};
}

void expect_same(const explain::tried_alone& read, const explain::tried_alone& one) {
    EXPECT_EQ(read.name, one.name);
    EXPECT_EQ(read.effect, one.effect);
    EXPECT_EQ(read.verdict, one.verdict);
    EXPECT_EQ(read.follows.setting, one.follows.setting);
    EXPECT_EQ(read.follows.price, one.follows.price);
    EXPECT_EQ(read.follows.command, one.follows.command);
    EXPECT_EQ(read.follows.undo, one.follows.undo);
    EXPECT_EQ(read.proof.what, one.proof.what);
    EXPECT_EQ(read.proof.says, one.proof.says);
    EXPECT_EQ(read.costs_ns, one.costs_ns);
    EXPECT_EQ(read.takes_off_ns.value, one.takes_off_ns.value);
    EXPECT_EQ(read.takes_off_ns.range, one.takes_off_ns.range);
    EXPECT_EQ(read.resolved, one.resolved);
    EXPECT_EQ(read.is_alternative, one.is_alternative);
    EXPECT_EQ(read.is_base, one.is_base);
    EXPECT_EQ(read.scatter_ns, one.scatter_ns);
    EXPECT_EQ(read.is_scatter, one.is_scatter);
}

void expect_same(const explain::share& read, const explain::share& one) {
    EXPECT_EQ(read.what, one.what);
    EXPECT_EQ(read.of, one.of);
    EXPECT_EQ(read.ns.value, one.ns.value);
    EXPECT_EQ(read.ns.range, one.ns.range);
    EXPECT_EQ(read.resolved, one.resolved);
}

void expect_same(const explain::explanation& read, const explain::explanation& of) {
    EXPECT_EQ(read.of, of.of);
    EXPECT_EQ(read.unit, of.unit);
    EXPECT_EQ(read.cost_ns.value, of.cost_ns.value);
    EXPECT_EQ(read.cost_ns.range, of.cost_ns.range);
    EXPECT_EQ(read.passes, of.passes);
    EXPECT_EQ(read.passes_together, of.passes_together);
    ASSERT_EQ(read.shares.size(), of.shares.size());
    for (std::size_t i = 0; i < of.shares.size(); ++i) {
        expect_same(read.shares[i], of.shares[i]);
    }
    ASSERT_EQ(read.alone.size(), of.alone.size());
    for (std::size_t i = 0; i < of.alone.size(); ++i) {
        expect_same(read.alone[i], of.alone[i]);
    }
    ASSERT_EQ(read.not_here.size(), of.not_here.size());
    for (std::size_t i = 0; i < of.not_here.size(); ++i) {
        EXPECT_EQ(read.not_here[i].name, of.not_here[i].name);
        EXPECT_EQ(read.not_here[i].reason, of.not_here[i].reason);
    }
}

TEST(json_explanation, comes_back_from_a_file_and_from_a_digest) {
    const result seen = explained_result();
    for (const result& read : read_again(seen)) {
        ASSERT_TRUE(read.explanation);
        expect_same(*read.explanation, *seen.explanation);
        EXPECT_EQ(explanation_text(*read.explanation), explanation_text(*seen.explanation));
    }
    EXPECT_EQ(to_json(read_json(to_json(seen))), to_json(seen));
    EXPECT_EQ(to_digest(read_json(to_json(seen))), to_digest(seen));
    EXPECT_EQ(to_digest(read_json(to_digest(seen))), to_digest(seen));
}

TEST(json_explanation, each_kind_of_share_and_what_is_not_known_come_back) {
    result seen = explained_result();
    explain::explanation& of = *seen.explanation;
    of.shares.clear();
    for (const explain::share_kind kind : explain::all_share_kinds) {
        of.shares.push_back({kind, {}, {1.0 / 3, {}}, false});
    }
    of.cost_ns.range.reset();
    of.alone.clear();
    of.not_here.clear();
    for (const result& read : read_again(seen)) {
        ASSERT_TRUE(read.explanation);
        expect_same(*read.explanation, of);
    }
}

TEST(json_explanation, any_letters_come_back) {
    result seen = explained_result();
    seen.explanation->alone[0].proof.says = "µ \"\n\\</script>\x7f";
    for (const result& read : read_again(seen)) {
        EXPECT_EQ(read.explanation->alone[0].proof.says, seen.explanation->alone[0].proof.says);
    }
}

TEST(json_explanation, of_a_run_that_explained_nothing_there_is_none) {
    for (const result& read : read_again(made_up_result())) {
        EXPECT_FALSE(read.explanation);
    }
    const json usual = json::parse(to_json(made_up_result()));
    EXPECT_FALSE(usual.at("tollgate").contains("explanation"));
    EXPECT_FALSE(read_json(version_2_of(usual).dump()).explanation);
    json empty = usual;
    empty.at("tollgate")["explanation"] = nullptr;
    EXPECT_FALSE(read_json(empty.dump()).explanation);
}

/// The message about a file with another value at that place of its explanation; empty if there is
/// none.
std::string refusal_of_explanation(const std::string& path, const json& value) {
    std::string said;
    for (const std::string& text : {to_json(explained_result()), to_digest(explained_result())}) {
        json whole = json::parse(text);
        whole.at("tollgate").at("explanation").at(json::json_pointer(path)) = value;
        try {
            static_cast<void>(read_json(whole.dump()));
            EXPECT_EQ(said, "");
        } catch (const unreadable_result& error) {
            said = error.what();
            EXPECT_EQ(said.find('\n'), std::string::npos);
        }
    }
    return said;
}

TEST(unreadable_explanation, values_that_are_none) {
    EXPECT_EQ(refusal_of_explanation("/passes", 3), "");
    EXPECT_THAT(refusal_of_explanation("/passes", -1), HasSubstr("\"passes\""));
    EXPECT_THAT(refusal_of_explanation("/passes_together", 2.5), HasSubstr("\"passes_together\""));
    EXPECT_THAT(refusal_of_explanation("/cost_ns", nullptr), HasSubstr("\"cost_ns\""));
    EXPECT_THAT(refusal_of_explanation("/unit", 3), HasSubstr("\"unit\""));
    EXPECT_THAT(refusal_of_explanation("/cost_ns", 1e308), HasSubstr("\"cost_ns\""));
    EXPECT_THAT(refusal_of_explanation("/shares/0/range_ns/high", 1e19), HasSubstr("\"range_ns\""));
    EXPECT_THAT(refusal_of_explanation("/shares", 3), HasSubstr("\"shares\""));
    EXPECT_THAT(refusal_of_explanation("/shares/0", 3), HasSubstr("what"));
    EXPECT_THAT(refusal_of_explanation("/shares/0/what", "magic"), HasSubstr("kind of share"));
    EXPECT_THAT(refusal_of_explanation("/shares/0/of", {1}), HasSubstr("\"of\""));
    EXPECT_THAT(refusal_of_explanation("/shares/0/range_ns",
                                       {{"low", 2}, {"high", 1}, {"confidence", 0.95}}),
                HasSubstr("ends before it begins"));
    EXPECT_THAT(refusal_of_explanation("/alone/0/hold", "perhaps"),
                HasSubstr("\"hold\" is not one of"));
    EXPECT_THAT(refusal_of_explanation("/alone/0/resolved", 1), HasSubstr("\"resolved\""));
    EXPECT_THAT(refusal_of_explanation("/alone/0/command", nullptr), HasSubstr("\"command\""));
    EXPECT_THAT(refusal_of_explanation("/not_here/0/reason", 7), HasSubstr("\"reason\""));
    EXPECT_THAT(refusal_of_explanation("/not_here", "none"), HasSubstr("\"not_here\""));
}

TEST(unreadable_explanation, each_value_is_needed) {
    const json good = json::parse(to_json(explained_result()));
    for (const char* place : {"", "/shares/0", "/alone/0", "/not_here/0"}) {
        const json::json_pointer at(std::string("/tollgate/explanation") + place);
        for (const auto& [key, value] : good.at(at).items()) {
            json whole = good;
            whole.at(at).erase(key);
            // A name stands for path and parameters in files of others.
            if (key != "path" && key != "parameters") {
                EXPECT_THROW(static_cast<void>(read_json(whole.dump())), unreadable_result)
                    << place << "/" << key;
            }
        }
    }
    for (const json& wrong : {json(3), json("why"), json::array()}) {
        json whole = good;
        whole.at("tollgate").at("explanation") = wrong;
        EXPECT_THROW(static_cast<void>(read_json(whole.dump())), unreadable_result) << wrong;
    }
}

TEST(json_explanation, a_verdict_says_how_much_where_that_was_measured) {
    result seen = made_up_result();
    seen.environment[1].measured_ns = 13'100.5;
    seen.environment[1].measured_of = "thread/condvar";
    for (const result& read : read_again(seen)) {
        EXPECT_EQ(read.environment[0].measured_ns, 0);
        EXPECT_EQ(read.environment[0].measured_of, "");
        EXPECT_EQ(read.environment[1].measured_ns, 13'100.5);
        EXPECT_EQ(read.environment[1].measured_of, "thread/condvar");
    }
    json whole = json::parse(to_json(seen));
    whole.at("tollgate").at("environment").at(1).at("measured_ns") = "much";
    EXPECT_THROW(static_cast<void>(read_json(whole.dump())), unreadable_result);
    whole.at("tollgate").at("environment").at(1).at("measured_ns") = 1;
    whole.at("tollgate").at("environment").at(1).erase("measured_of");
    EXPECT_THROW(static_cast<void>(read_json(whole.dump())), unreadable_result);
}

} // namespace
} // namespace tollgate::report
