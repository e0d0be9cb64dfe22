// SPDX-License-Identifier: BSL-1.0

#include "fake_explained.hpp"
#include "fake_page.hpp"
#include "page/sections.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <regex>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

bool has_charts() {
    return !page_charts().text.empty();
}

TEST(page, asks_the_network_for_nothing) {
    const std::string html = markup_of_page(page(results_with_everything()));
    const std::regex link("(src|href|action|srcset|data|poster) *= *\"?([^\" >]*)");
    for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at) {
        EXPECT_THAT((*at)[2].str(), AnyOf(StartsWith("#"), StartsWith("data:,"))) << at->str();
    }
    EXPECT_EQ(count(page_style().text, "url("), 0U);
    EXPECT_EQ(count(page_style().text, "@import"), 0U);
    for (const char* way : {"fetch(", "XMLHttpRequest", "WebSocket", "import(", "innerHTML"}) {
        EXPECT_EQ(count(page_script().text, way), 0U) << way;
    }
}

TEST(page, its_policy_allows_its_own_scripts_and_nothing_else) {
    const std::string html = page(results_with_everything());
    EXPECT_TRUE(std::regex_search(
        html, std::regex("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                         "script-src 'sha256-[A-Za-z0-9+/]{43}=' 'sha256-[A-Za-z0-9+/]{43}='; "
                         "style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; ")));
    EXPECT_EQ(count(markup_of_page(html), "style="), 0U);
    EXPECT_LT(html.find("Content-Security-Policy"), html.find("<style"));
}

TEST(page, each_chart_has_its_table) {
    const std::string html = page(results_with_everything());
    const std::size_t figures = count(html, "<figure class=chart>");
    EXPECT_EQ(figures, 2U /* rankings */ + 1 /* sweep */ + 1 /* placement */ + 2 /* templates */);
    EXPECT_EQ(count(html, "<canvas "), has_charts() ? figures : 0);
    for (std::size_t at = html.find("<figure "); at != std::string::npos;
         at = html.find("<figure ", at + 1)) {
        const std::string figure = html.substr(at, html.find("</figure>", at) - at);
        EXPECT_EQ(count(figure, "<table"), 1U) << figure;
    }
    const nlohmann::json data = data_of_page(html);
    EXPECT_EQ(data["groups"].size(), 2U);
    EXPECT_EQ(data["sweeps"].size(), 1U);
    EXPECT_EQ(data["placement"].size(), 1U);
    EXPECT_EQ(data["cases"].size(), 6U);
}

TEST(page, the_data_agree_with_the_table) {
    const nlohmann::json entry = data_of_page(page(results_with_everything()))["cases"]["4"];
    EXPECT_EQ(entry["name"], "thread/pipe/threads:2/placement:same");
    EXPECT_EQ(entry["v"], 3000);
    EXPECT_EQ(entry["range"], nlohmann::json({2970, 3030}));
    EXPECT_EQ(entry["ratio"], 1);
    EXPECT_EQ(entry["p"], nlohmann::json({3000, 4500, 9000, 30000}));
    EXPECT_EQ(entry["disturbed"], 4);
    EXPECT_EQ(entry["quiet"], 0.75);
    EXPECT_EQ(entry["as"], 3300);
    EXPECT_EQ(entry["curve"][0], nlohmann::json({0.9, 3000}));
    EXPECT_EQ(entry["history"]["v"].size(), 120U);
    EXPECT_EQ(entry["history"]["p"], nlohmann::json({{0, 0}, {40, 1}, {80, 2}}));
    EXPECT_EQ(entry["history"]["d"], nlohmann::json({{0, 0}, {30, 0}, {60, 0}, {90, 0}}));
    EXPECT_EQ(entry["history"]["why"], nlohmann::json({"steal 2 ticks"}));
}

TEST(page, a_row_without_significant_difference_from_the_cheapest_says_so) {
    results all = results_with_everything();
    all.cases[1].cost.ns.value = 49; // cheaper than the others, which are 2 % above it
    const std::string html = page(all);
    const nlohmann::json cases = data_of_page(html)["cases"];
    EXPECT_FALSE(cases["1"].contains("no_difference")) << "it is the cheapest";
    for (const char* id : {"0", "2", "3"}) {
        EXPECT_EQ(cases[id]["no_difference"], 1) << id;
    }
    EXPECT_EQ(count(html, "<abbr title=\"no significant difference\">=</abbr>"), 3U);
    EXPECT_EQ(count(html, "row above"), 0U);
}

TEST(page, shows_a_verdict_of_several_files_once_with_the_commands_to_fix_and_undo) {
    results all = results_with_everything();
    EXPECT_EQ(count(page(all), "<dt>machine quiet</dt>"), 0U);
    all.files[0].speed.loops = 1;
    all.files[0].speed.fast_share = 0.875;
    all.files.push_back(all.files[0]);
    all.files[1].environment[0].found = "ondemand";
    all.files[1].label = "second.json";
    const std::string html = page(all);
    EXPECT_EQ(count(html, "<dt>machine quiet</dt><dd>87.5 % of the reference loops</dd>"), 2U);
    EXPECT_EQ(count(html, "<dt>fix</dt><dd><code class=command>cpupower fix</code>"), 1U);
    EXPECT_EQ(count(html, "<dt>undo</dt><dd><code class=command>cpupower undo</code>"), 1U);
    EXPECT_GT(count(html, "<p>powersave; ondemand</p>"), 0U);
}

TEST(page, failed_self_checks_and_unreadable_files_come_first) {
    results all = results_with_everything();
    all.files[0].failures = {"fiber/yield: operations lost"};
    all.files[0].stopped = measure::stop_reason::interrupted;
    all.unreadable = {"cut.json: it ends in the middle"};
    all.files[0].unavailable = {{"fiber/yield", "it ended", true}};
    all.warnings = {"both have it"};
    const std::string html = page(all);
    for (const char* note : {"operations lost", "it ended", "cut.json: it ends", "was interrupted",
                             "both have it", "6 cases of such runs are not ranked"}) {
        EXPECT_LT(html.find(note), html.find("<main")) << note;
    }
    EXPECT_EQ(count(html, "id=ranking"), 1U);
    EXPECT_EQ(data_of_page(html)["groups"].size(), 0U);
}

TEST(page, a_value_that_is_not_finite_is_a_dash) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    results all = results_with_screen();
    for (case_row& row : all.cases) {
        set_percentiles(row, nan, infinity, -infinity, std::nullopt);
        row.summary.max_corrected_ns = row.summary.cpu_ns = infinity;
        row.cost.all_rounds->ns.value = infinity;
        row.summary.curve[0].raw_ns = nan;
        row.record.rounds.resize(1);
        row.record.rounds[0].value_ns = infinity;
        row.details = detail_data(row);
    }
    all.cases[1].cost.ns.value = infinity;
    all.cases[1].cost.ns.range = stats::interval{66, infinity, 0.95};
    all.cases[2].cost.ns.range = stats::interval{-infinity, nan, 0.95};
    all.files[0].noise_floor = nan;
    all.files[0].took_s = infinity;
    all.files[0].clock.reading_ns_p50 = nan;
    all.files.push_back(explained_file("explain.json"));
    explain::explanation& of = *all.files[2].explanation;
    of.changes[0].takes_off_ns.value = nan;
    of.changes[1].takes_off_ns.range = stats::interval{-infinity, nan, 0.95};
    of.changes[2].costs_ns.value = infinity;
    of.left_ns->value = -infinity;
    all.files[2].environment = {
        {"idle states", environment::condition::bad, "", "", "", "", nan, "a case"}};
    for (const double cost : {17'900.0, 0.0, nan, infinity}) {
        of.cost_ns.value = cost;
        const std::string html = page(all);
        EXPECT_NE(screen_of_page(html), "");
        EXPECT_NO_THROW((void)data_of_page(html));
        EXPECT_FALSE(std::regex_search(markup_of_page(html), std::regex("[>( ]-?(nan|inf)\\b")));
    }
}

TEST(page, charts_have_the_short_names_and_tables_the_whole_ones) {
    results all = results_with_everything();
    const std::string html = page(all);
    const nlohmann::json cases = data_of_page(html)["cases"];
    EXPECT_EQ(cases["0"]["name"], "fiber/yield/fibers:2");
    EXPECT_EQ(cases["0"]["short"], "yield/fibers:2");
    EXPECT_EQ(cases["4"]["short"], "pipe/placement:same");
    EXPECT_THAT(html, HasSubstr("<a href=\"#c0\">fiber/yield/fibers:2</a>"));
    EXPECT_THAT(html, HasSubstr("<p class=shared hidden>Common to all rows: "
                                "<code>thread/, threads:2</code></p>"));
    all.cases.resize(1);
    EXPECT_FALSE(data_of_page(page(all))["cases"]["0"].contains("short")) << "nothing is shared";
    EXPECT_THAT(page(all), Not(HasSubstr("class=shared")));
}

/// A page of cases with these names, in one file or half of them in each of two.
std::string page_of(const std::vector<std::string>& names, std::size_t files = 1) {
    results all;
    all.files = {fake_file("testOne", "0.json"), fake_file("testOne", "1.json")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        all.cases.push_back(fake_case(names[i], 10, 1, i * files / names.size()));
    }
    return page(all);
}

TEST(page_sweeps, are_found_where_one_number_differs_and_lines_of_one_path_share_a_chart) {
    const std::string html =
        page_of({"a/x/n:16", "a/x/n:2", "a/x/n:4", "a/y/n:2", "a/y/n:4", "b/z", "a/z/n:1",
                 "a/z/n:2", "a/z/n:3", "a/z/k:1/n:1", "a/z/k:2/n:1", "a/z/k:3/n:1"});
    for (const char* title : {"a/z over k", "a/x over n", "a/z over n"}) {
        EXPECT_EQ(count(html, std::string("<h3>") + title), 1U);
    }
    EXPECT_THAT(html, Not(HasSubstr("a/y over n"))) << "two points are no line";
    EXPECT_EQ(data_of_page(html)["sweeps"][1],
              nlohmann::json({{{2, 10, 9, 11}, {4, 10, 9, 11}, {16, 10, 9, 11}}}));
    EXPECT_THAT(html, HasSubstr("<th scope=col>ns</th><th scope=col>2</th><th scope=col>4</th>"
                                "<th scope=col>16</th>"));
    EXPECT_THAT(page_of({"a/n:x", "a/n:y", "a/n:z", "a/m:1e9", "a/m:-1", "a/m:2x"}),
                Not(HasSubstr("id=sweeps")))
        << "words and wrong numbers are no axis";
    const std::string two = page_of({"a/n:1", "a/n:2", "a/n:4", "a/n:1", "a/n:2", "a/n:4"}, 2);
    EXPECT_EQ(data_of_page(two)["sweeps"][0].size(), 2U) << "a line for each file";
}

TEST(page_placements, are_of_cases_that_differ_in_it_alone_from_near_to_far) {
    const std::string html =
        page_of({"a/x/n:2/placement:core", "a/x/n:2/placement:same", "a/x/n:4/placement:core",
                 "a/y", "a/x/n:8/placement:same", "a/x/n:8/placement:free"});
    EXPECT_EQ(data_of_page(html)["placement"],
              nlohmann::json({{{10, 10, nullptr}, {10, nullptr, 10}}}));
    EXPECT_THAT(html, HasSubstr("<span class=\"swatch s0\"></span>same</th><th scope=col><span "
                                "class=\"swatch s2\"></span>core</th>"));
    EXPECT_THAT(page_of({"a/placement:elsewhere", "a/placement:9"}), HasSubstr("elsewhere</th>"))
        << "of another program";
}

} // namespace
} // namespace tollgate::cost_sheet
