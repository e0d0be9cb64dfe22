// SPDX-License-Identifier: BSL-1.0
// Texts that are not a result, an order or a pass are refused in one line, wherever they are wrong.
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>

#include "complete_records.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using nlohmann::json;
using pointer = json::json_pointer;
using ::testing::HasSubstr;

/// A text of this project, its reader, and the members that nobody reads: they are for other
/// programs, or follow from other members.
struct document {
    const char* name;
    std::string text;
    std::function<void(const std::string&)> read;
    const char* not_read = "-";

    /// Why another text is refused; empty if it is not. Any other exception fails the check.
    [[nodiscard]] std::string refusal_of(const std::string& other) const {
        try {
            read(other);
        } catch (const unreadable_result& error) {
            EXPECT_STRNE(error.what(), "");
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
            return error.what();
        }
        return {};
    }
    [[nodiscard]] std::string refusal_with(const std::string& place, const json& value) const {
        json changed = json::parse(text);
        changed[pointer(place)] = value;
        return refusal_of(changed.dump());
    }
    [[nodiscard]] std::string refusal_with_text(const std::string& before,
                                                const std::string& after) const {
        std::string changed = text;
        const auto at = changed.find(before);
        EXPECT_NE(at, std::string::npos) << before;
        return refusal_of(changed.replace(at, before.size(), after));
    }
};

void read_as_result(const std::string& text) {
    static_cast<void>(read_json(text));
}

document file() {
    return {"file", to_json(short_result()), read_as_result,
            "/benchmarks|/context/(caches|json_schema_version|library_version)|/tollgate/"
            "(partial|self_checks_held|noise_floors|conclusions|clock_pair/compensated_ns)"};
}
document digest() {
    result run = complete_result();
    run.explanation.reset(); // is as in the file
    return {"digest", to_digest(run), read_as_result,
            "/context|/tollgate/(partial|self_checks_held|clock_pair|noise_floors/1/"
            "smallest_difference|"
            "conclusions/1/method)"};
}
document order() {
    return {"order", order_text({complete_order(), fake_clock(), {{"a"}}, "a line"}),
            [](const std::string& text) { static_cast<void>(read_order(text)); }};
}
document pass() {
    return {"pass", pass_text(complete_pass()),
            [](const std::string& text) { static_cast<void>(read_pass(text)); }};
}

TEST(unreadable_json, texts_without_a_result) {
    for (const document& one : {file(), digest(), order(), pass()}) {
        SCOPED_TRACE(one.name);
        EXPECT_EQ(one.refusal_of(one.text), "");
        EXPECT_EQ(one.refusal_of(json::parse(one.text).dump()), "") << "in whatever order";
        EXPECT_NE(one.refusal_of(one.text + "{}"), "");
        for (std::size_t length = 0; length + 2 < one.text.size(); length += 211) {
            EXPECT_NE(one.refusal_of(one.text.substr(0, length)), "") << length;
        }
        EXPECT_EQ(one.refusal_of(one.text.substr(0, 99)), "it ends in the middle: it was cut off");
        EXPECT_EQ(one.refusal_of("{\"a\":}" + one.text), "it is no JSON at byte 6");
        for (const char* text :
             {"", " ", "hello", "{", "[1,", "\xff\xfe", "NaN", "{\"a\":NaN}", "null", "3", "[]",
              "{}", "\"tollgate\"", "{\"tollgate\":3}", "{\"tollgate\":{}}"}) {
            EXPECT_NE(one.refusal_of(text), "") << text;
        }
    }
    EXPECT_THAT(file().refusal_of("{\"context\":{}}"), HasSubstr("not a result of this project"));
    EXPECT_EQ(file().refusal_of("{\"context\":{},\"benchmarks\":[]}"),
              "it is empty: \"benchmarks\" has no entry");
    EXPECT_EQ(file().refusal_of(file().text + std::string("\0junk", 5)), "it holds a zero byte");
    EXPECT_NE(file().refusal_of(to_ci_json(fake_result())), "");
}

/// The places of all values that are read. The last element of a list of lists or objects
/// represents all its elements.
void add_places(const json& value, const std::string& at, const std::regex& not_read,
                std::vector<std::string>& places) {
    if (std::regex_match(at, not_read)) {
        return;
    }
    if (!at.empty()) {
        places.push_back(at);
    }
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) {
            add_places(inner, at + "/" + key, not_read, places);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i + 1 == value.size() || !value[i].is_structured()) {
                add_places(value[i], at + "/" + std::to_string(i), not_read, places);
            }
        }
    }
}

bool is_same_kind(const json& one, const json& other) {
    return (one.is_number() && other.is_number()) || one.type() == other.type();
}

/// Null where there is none.
bool may_be_null(const std::string& place) {
    static const std::regex nullable(
        R"(.*/(clock_pair|explanation|together|left|range|.*range_ns|closure_unexplained|.*_enabled|)"
        R"(p\d+(_9)?_ns|p\d+(_9)?_raw_ns|max_ns|max_raw_ns)|)"
        R"(/interrupts_share|/ended_early|/cases/1/lost|.*/counted_in_rounds/\d/\d)");
    return std::regex_match(place, nullable);
}

/// Only there if there is something to say.
bool may_be_missing(const std::string& place) {
    static const std::regex optional(R"(/context/.*_enabled|/tollgate/explanation|.*/counted/.*|)"
                                     R"(.*/(measured_ns|latency_of|gaps|failed|)"
                                     R"(p\d+(_9)?_ns|p\d+(_9)?_raw_ns|max_ns|max_raw_ns))");
    return std::regex_match(place, optional);
}

TEST(unreadable_json, a_value_that_is_missing_or_of_another_kind_anywhere) {
    for (const document& one : {file(), digest(), order(), pass()}) {
        json whole = json::parse(one.text);
        std::vector<std::string> places;
        add_places(whole, "", std::regex(one.not_read), places);
        EXPECT_GT(places.size(), 30U) << one.name;
        const std::vector<json> kinds{"x", -1.5, true, json::object(),
                                      json::array({json::array()})};
        std::size_t number = 0;
        for (const std::string& place : places) {
            SCOPED_TRACE(one.name + place);
            const json right = whole[pointer(place)];
            const std::size_t kind = number++ % kinds.size();
            for (const json& wrong : {json(nullptr), kinds[kind]}) {
                if (!right.is_null() && !is_same_kind(right, wrong)) {
                    whole[pointer(place)] = wrong;
                    EXPECT_EQ(one.refusal_of(whole.dump()).empty(),
                              wrong.is_null() && may_be_null(place))
                        << wrong;
                }
            }
            json& parent = whole[pointer(place).parent_pointer()];
            if (parent.is_object()) {
                parent.erase(pointer(place).back());
                EXPECT_EQ(one.refusal_of(whole.dump()).empty(), may_be_missing(place));
            }
            whole[pointer(place)] = right;
        }
    }
}

/// Values of the right kind at a place of a document, and the text of each refusal.
struct wrong_values {
    const char* place;
    std::vector<json> values;
    const char* says;
};

void expect_refusals(const document& from, const std::vector<wrong_values>& all) {
    for (const auto& [place, values, says] : all) {
        for (const json& value : values) {
            const std::string refusal = from.refusal_with(place, value);
            EXPECT_NE(refusal, "") << place << " " << value.dump().substr(0, 200);
            EXPECT_THAT(refusal, HasSubstr(says)) << place << " " << value.dump().substr(0, 200);
        }
    }
}

void expect_accepted(const document& from, const std::vector<std::pair<const char*, json>>& all) {
    for (const auto& [place, value] : all) {
        EXPECT_EQ(from.refusal_with(place, value), "") << place << " " << value;
    }
}

constexpr std::int64_t three_days_ns = std::int64_t{1} << 48;
constexpr std::int64_t no_small_number = std::int64_t{1} << 40;

json list_of(const char* text) {
    return json::parse(text);
}

TEST(unreadable_json, impossible_values_in_a_file) {
    const json fibers{{"name", "fibers"}, {"value", 4}};
    expect_refusals(
        file(),
        {{"/context/num_cpus", {no_small_number}, "num_cpus"},
         {"/tollgate/format_version", {4}, "is 4, and this program reads 5"},
         {"/tollgate/format_version", {0, 9}, "format_version"},
         {"/tollgate/stopped", {"bored"}, "stopped"},
         {"/tollgate/calibration/source", {"sundial"}, "\"source\""},
         {"/tollgate/speed/levels/0/cpu", {no_small_number}, "cpu"},
         {"/tollgate/speed/reference_loops", {-1}, "reference_loops"},
         {"/tollgate/cases/0/method", {"", "guessed", "Single_events"}, "method"},
         {"/tollgate/cases/0/name", {"fiber/yield"}, "\"name\" is not what"},
         {"/tollgate/cases/0/path", {"fiber/other"}, "\"name\" is not what"},
         {"/tollgate/cases/0/parameters/0/value", {-4, 0.5, 5}, ""},
         {"/tollgate/cases/0/parameters", {json::array({fibers, fibers})}, "one name twice"},
         {"/tollgate/cases/0/cpus/0", {0.5, no_small_number}, "cpus"},
         {"/tollgate/cases/0/worst/0",
          {list_of("[1,2,3]"), list_of(R"(["1",0,0,0])"), list_of("[1,0,0,0,5]")},
          ""},
         {"/tollgate/cases/0/latency_of",
          {json::array(), list_of("[1]"), list_of("[1,2,3]"), list_of("[3,1]"), list_of("[3,3]"),
           list_of("[-1,3]"), list_of("[1,2.5]")},
          "\"latency_of\""}});
    expect_accepted(file(), {{"/tollgate/cases/0/latency_of", list_of("[0,7]")}});
}

TEST(unreadable_json, numbers_that_do_not_fit) {
    for (const char* wrong : {"1e999", "-1e999", "NaN", "Infinity"}) {
        EXPECT_NE(file().refusal_with_text("[0,1,17241,58", std::string("[0,1,17241,") + wrong), "")
            << wrong;
        EXPECT_NE(file().refusal_with_text("\"took_s\": 1.75", std::string("\"took_s\":") + wrong),
                  "");
    }
    for (const char* wrong : {"18446744073709551616", "1e300", "1e999", "-1"}) {
        EXPECT_NE(order().refusal_with_text("\"seed\":18446744073709551614",
                                            std::string("\"seed\":") + wrong),
                  "")
            << wrong;
    }
}

TEST(unreadable_json, impossible_rounds) {
    const std::vector<json> no_counts{-1, 0.5, 1e300};
    const json row = list_of("[0,0,1,1,1,1,1,0,0,1,0,1,0]");
    json long_row = row;
    long_row.insert(long_row.end(), {1, 1});
    json columns = json::parse(file().text).at("tollgate").at("round_columns");
    columns.erase(13);
    expect_refusals(
        file(), {{"/tollgate/cases/1/rounds/1", {row}, "another length"},
                 {"/tollgate/cases/1/rounds/1", {long_row}, "another length"},
                 {"/tollgate/controls/1/rounds/1", {json::array()}, "another length"},
                 {"/tollgate/cases/0/rounds/0/0", no_counts, "rounds"},
                 {"/tollgate/cases/0/rounds/0/1", no_counts, "round"},
                 {"/tollgate/cases/0/rounds/0/2", no_counts, "rounds"},
                 {"/tollgate/round_columns/3", {"speed"}, "round_columns"},
                 {"/tollgate/round_columns/14", {"speed"}, "round_columns"},
                 {"/tollgate/round_columns", {columns}, "round_columns"},
                 {"/tollgate/cases/0/disturbed", {list_of("[[12,\"steal 1 tick\"]]")}, "not there"},
                 {"/tollgate/cases/0/disturbed",
                  {list_of("[3]"), list_of("[[]]"), list_of("[[-1,\"a\"]]"), list_of("[[\"a\"]]"),
                   list_of("[[0,3]]")},
                  "disturbed"}});
}

TEST(unreadable_json, too_many_rounds) {
    const auto with_passes = [](std::uint64_t passes) {
        json whole = json::parse(file().text);
        json& rounds = whole.at("tollgate").at("cases").at(1).at("rounds");
        const json row = rounds.at(0);
        for (std::uint64_t pass = 1; pass < passes; ++pass) {
            rounds.push_back(row);
            rounds.back().at(0) = pass;
        }
        return file().refusal_of(whole.dump());
    };
    EXPECT_EQ(with_passes(200), "");
    EXPECT_EQ(with_passes(201), "\"rounds\" has more than 200 passes");

    json whole = json::parse(file().text);
    json& cases = whole.at("tollgate").at("cases");
    cases.insert(cases.end(), 998, cases.at(1));
    json& rounds = cases.at(0).at("rounds");
    rounds.insert(rounds.end(), 1'999, rounds.at(0));
    EXPECT_THAT(file().refusal_of(whole.dump()), HasSubstr("it holds more rounds"));
    cases.insert(cases.end(), 9'001, nullptr);
    EXPECT_THAT(file().refusal_of(whole.dump()), HasSubstr("\"cases\" holds more"));
    expect_refusals(
        file(),
        {{"/tollgate/controls", {json(101, cases.at(1))}, "\"controls\" holds more"},
         {"/tollgate/about/arguments", {json(10'001, "")}, "than 10000 entries"},
         {"/tollgate/cases/0/disturbed", {json::array({json(10'001, 0)})}, "than 10000 entries"}});
}

TEST(unreadable_json, impossible_histograms) {
    expect_refusals(file(), {{"/tollgate/cases/0/samples/min", {100'000, -1}, ""},
                             {"/tollgate/cases/0/samples/max", {0}, ""},
                             {"/tollgate/cases/0/samples/buckets/0/0", // none begins there
                              {211, -2, std::int64_t{1} << 50},
                              ""},
                             {"/tollgate/cases/0/samples/buckets/0/1", {0}, ""},
                             {"/tollgate/cases/0/samples/buckets/0",
                              {list_of("[210]"), list_of("[210,211,1,1]")},
                              "bucket"},
                             {"/tollgate/cases/0/samples/buckets", {json::array()}, ""}});
}

TEST(unreadable_json, impossible_gaps) {
    json passes = json::array();
    for (int pass = 0; pass < 4'096; ++pass) {
        passes.push_back({pass, three_days_ns, three_days_ns});
    }
    expect_accepted(pass(), {{"/cases/1/gaps/watched", passes},
                             {"/cases/1/gaps/longest/0", list_of("[1,2,3,\"words\"]")}});
    passes.push_back({4'096, 1, 2});
    expect_refusals(
        pass(), {{"/cases/1/gaps/listed/0/1",
                  {1ull << 63},
                  "\"listed\" is or holds a number that is too large"},
                 {"/cases/1/gaps/listed/0",
                  {{1, 2}, {1, 2, -1}, {1, 2, three_days_ns + 1}, {-1, 2, 3}, {1, 2, 3, "words"}},
                  ""},
                 {"/cases/1/gaps/longest", {json(9, json{1, 2, 3})}, "\"longest\""},
                 {"/cases/1/gaps/unlisted_ns", {-1, std::int64_t{1} << 61}, "\"gaps\""},
                 {"/cases/1/gaps/one_in", {0, 3}, "no power of 2"},
                 {"/cases/1/gaps/watched/0",
                  {{0, 2, 1}, {0, 1}, {0, -1, 1}, {0, 1, 2, 3}, {0, 1, three_days_ns + 1}},
                  ""},
                 {"/cases/1/gaps/watched", {{{0, 1, 2}, {0, 1, 2}}}, "one pass twice"},
                 {"/cases/1/gaps/watched", {passes}, "more than 4,096 passes"}});
}

TEST(unreadable_json, impossible_latencies) {
    const std::vector<json> no_length{-1, 0};
    expect_refusals(
        file(),
        {{"/tollgate/speed/cache_line_latencies/0/cpus",
          {json::array(), list_of("[1]"), list_of("[1,2,3]"), list_of("[1,1]"), list_of("[3,1]"),
           list_of("[-3,1]"), list_of("[1,2.5]")},
          "\"cpus\" "},
         {"/tollgate/speed/cache_line_latencies/0/usual_ns", {-1, 0, 30, 161}, "is not between"},
         {"/tollgate/speed/cache_line_latencies/0/least_ns", no_length, "is not between"},
         {"/tollgate/speed/cache_line_latencies/0/most_ns", no_length, "is not between"},
         {"/tollgate/speed/cache_line_latencies/0/usual_share", {0, 1.5, -0.5}, "\"usual_share\""},
         {"/tollgate/speed/cache_line_latencies/0/readings", {-1}, "readings"}});
    expect_accepted(file(), {{"/tollgate/speed/cache_line_latencies/0/least_ns", 47.25},
                             {"/tollgate/speed/cache_line_latencies/0/most_ns", 47.25},
                             {"/tollgate/speed/cache_line_latencies/0/usual_share", 1},
                             {"/tollgate/speed/cache_line_latencies", json::array()}});
}

TEST(unreadable_json, impossible_explanations) {
    const json backwards{{"low", 2}, {"high", 1}, {"confidence", 0.95}};
    expect_refusals(
        file(),
        {{"/tollgate/explanation/passes", {-1}, "\"passes\""},
         {"/tollgate/explanation/passes_to_confirm", {2.5}, "\"passes_to_confirm\""},
         {"/tollgate/explanation/cost/ns", {1e308}, "\"ns\" is longer than 30 years"},
         {"/tollgate/explanation/changes/0/takes_off/range_ns/high", {1e19}, "\"range_ns\""},
         {"/tollgate/explanation/changes/0/costs/range_ns", {backwards}, "ends before it begins"},
         {"/tollgate/explanation/changes/0/found", {"magic"}, "\"found\""},
         {"/tollgate/explanation/changes/0/hold", {"perhaps"}, "\"hold\""},
         {"/tollgate/explanation/together/names", {list_of("[1]")}, "\"names\""},
         {"/tollgate/explanation/disturbed/0/by", {"magic"}, "\"by\""}});
}

TEST(unreadable_json, impossible_conclusions) {
    expect_refusals(
        digest(),
        {{"/tollgate/conclusions/0/figure_passes",
          {list_of("[0,1,2,3,4]"), list_of("[0,1,2,3,4,4]"), list_of("[1,0,2,3,4,5]"),
           list_of("[0,1,2,3,4,0.5]"), list_of("[0,1,2,3,4,-1]")},
          "figure_passes"},
         {"/tollgate/conclusions/0/value_range_ns",
          {{{"low", 2}, {"high", 1}, {"confidence", 0.95}}},
          "ends before it begins"},
         {"/tollgate/conclusions/0/samples", {-1}, "samples"},
         {"/tollgate/noise_floors/0/case", {"gone"}, "none of the cases"},
         {"/tollgate/comparisons/0/name", {"gone"}, "none of the cases"},
         {"/tollgate/comparisons/0/reference", {"gone"}, "none of the cases"},
         {"/tollgate/conclusions", {json::array()}, "do not agree"},
         {"/tollgate/conclusions/0/name", {"other"}, "do not agree"},
         {"/tollgate/curves", {json::array()}, "do not agree"},
         {"/tollgate/curves/0/name", {"other"}, "do not agree"},
         {"/tollgate/curves/0/points",
          {list_of("[[0.5]]"), list_of("[[0.5,\"1\"]]"), list_of("[[0,1]]"), list_of("[[1.5,1]]")},
          "points"},
         {"/tollgate/digest", {false}, "\"rounds\" is missing"}});
}

TEST(unreadable_json, impossible_orders_and_passes) {
    expect_refusals(order(),
                    {{"/clock/source", {"sundial"}, "\"source\""},
                     {"/controls", {list_of("[2]"), {0, 1ull << 63}, list_of("[-1]")}, "controls"},
                     {"/cases/0/value/segments/0", {list_of("[1]"), list_of("[1,2,3]")}, "segment"},
                     {"/cases/0/cpus/0", {no_small_number}, "cpus"}});
    expect_refusals(pass(),
                    {{"/rounds", {1e300, -1}, "rounds"},
                     {"/ended_early", {"bored", ""}, "ended_early"},
                     {"/fast_ns/0/cpu", {no_small_number}, "cpu"},
                     {"/cases/0/rounds/0/2", {1e300}, "rounds"},
                     {"/cases/0/rounds/0", {list_of("[0,0,1,1,1,1,1,0,0,1,0,1]")}, "rounds"},
                     {"/cases/0/counted_in_rounds", {json::array()}, "do not agree"},
                     {"/cases/0/counted_in_rounds/0", {list_of("[1]")}, "counted_in_rounds"},
                     {"/cases/0/counted_in_rounds/1/0", {-1}, "counted_in_rounds"}});
    expect_accepted(pass(), {{"/ended_early", "failed"}});
}

} // namespace
} // namespace tollgate::report
