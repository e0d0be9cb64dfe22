// SPDX-License-Identifier: BSL-1.0

#include "fake_explained.hpp"
#include "fake_page.hpp"
#include "page/sections.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <regex>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
    for (const char* end : {"</script", "<!--", "</style"}) {
        EXPECT_EQ(count(page_script().text, end) + count(page_style().text, end), 0U) << end;
    }
}

TEST(page, its_policy_allows_its_own_script_and_nothing_else) {
    const std::string html = page(results_with_everything());
    EXPECT_TRUE(std::regex_search(
        html, std::regex("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                         "script-src 'sha256-[A-Za-z0-9+/]{43}='; "
                         "style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; ")));
    EXPECT_EQ(count(markup_of_page(html), "style="), 0U);
    EXPECT_LT(html.find("Content-Security-Policy"), html.find("<style"));
}

TEST(page, begins_with_the_quality_and_the_recommendations_of_the_screen) {
    const results all = results_with_screen();
    const screen shown = make_screen(all);
    const std::string html = page(all);
    std::size_t at = 0;
    for (const std::string& text :
         {std::string("<h1>"), std::string(to_string(shown.quality.how_good)),
          shown.quality.reasons.front(), shown.recommendations.front().task,
          shown.recommendations.front().advice, std::string("<h3>SWITCH</h3>")}) {
        const std::size_t next = html.find(markup(text.front() == '<' ? "" : text), at);
        EXPECT_NE(text.front() == '<' ? html.find(text, at) : next, std::string::npos) << text;
        at = text.front() == '<' ? html.find(text, at) : next;
    }
}

TEST(page, each_row_has_its_data_and_each_case_one_row) {
    const results all = results_with_screen();
    const std::string html = page(all);
    const nlohmann::json rows = data_of_page(html)["rows"];
    EXPECT_EQ(count(html, "<tr class=row>"), rows.size());
    std::multiset<std::string> keys;
    for (const auto& row : rows) {
        keys.insert(row["key"]);
    }
    for (const case_row& row : all.cases) {
        EXPECT_EQ(keys.count(row.key().name()), 1U) << row.key().name();
    }
    EXPECT_EQ(count(html, "<tr class=absent>"), 1U) << "one line is not available";
    EXPECT_THAT(html, HasSubstr("not here: one CPU is all there is"));
}

TEST(page, a_row_has_cost_interval_p99_and_multiple) {
    EXPECT_THAT(
        page(results_with_screen()),
        HasSubstr("fiber, Boost scheduler</th><td class=\"cost\">72.6&nbsp;ns</td>"
                  "<td class=\"range\">71.8–73.4&nbsp;ns</td><td class=\"quiet\">66.0&nbsp;ns</td>"
                  "<td class=\"p99\">198&nbsp;ns"
                  "</td><td class=\"times\">2.0</td></tr>"));
}

TEST(page, the_data_of_a_row_draw_its_chart_and_its_card) {
    const nlohmann::json row = data_of_page(page(results_with_everything()))["rows"][4];
    EXPECT_EQ(row["key"], "thread/sched_yield/threads:2/placement:same");
    EXPECT_EQ(row["n"], nlohmann::json({3300, 3267, 3333, 9000, 3000})) << "and the quiet cost";
    EXPECT_EQ(row["by"], static_cast<int>(maker::other));
    EXPECT_FALSE(row.contains("unsure"));
    EXPECT_EQ(row["run"], "./testFiber --only 'thread/sched_yield/threads:2/placement:same$'");
    EXPECT_THAT(row["facts"].dump(), HasSubstr("[\"rounds\",\"40, disturbed: 4\"]"));
    EXPECT_EQ(row["curve"][0], nlohmann::json({0.9, 3000}));
    EXPECT_EQ(row["history"]["v"].size(), 120U);
    EXPECT_EQ(row["history"]["p"], nlohmann::json({{0, 0}, {40, 1}, {80, 2}}));
    EXPECT_EQ(row["history"]["d"], nlohmann::json({{0, 0}, {30, 0}, {60, 0}, {90, 0}}));
    EXPECT_EQ(row["history"]["why"], nlohmann::json({"steal 2 ticks"}));
}

TEST(page, a_mark_has_the_maker_of_the_implementation) {
    results all;
    all.files = {fake_file("BM_other", "other.json")};
    const std::pair<const char*, maker> cases[] = {{"fiber/yield/fibers:2", maker::boost},
                                                   {"fiber/new/impl:tollgate", maker::tollgate},
                                                   {"queue/push/impl:spsc", maker::tollgate},
                                                   {"queue/push/impl:boost_lockfree", maker::boost},
                                                   {"queue/push/impl:mutex_condvar", maker::other},
                                                   {"sleep/wake/sleeper:parker", maker::tollgate},
                                                   {"sleep/wake/sleeper:eventfd", maker::other}};
    std::map<std::string, int> wanted;
    for (const auto& [name, made_by] : cases) {
        all.cases.push_back(fake_case(name, 10, 1));
        wanted[name] = static_cast<int>(made_by);
    }
    const nlohmann::json data = data_of_page(page(all));
    for (const auto& row : data["rows"]) {
        EXPECT_EQ(row["by"], wanted.at(row["key"])) << row["key"];
    }
}

TEST(page, a_multiple_names_its_reference_or_has_it_in_its_table) {
    results all = results_with_everything();
    EXPECT_EQ(count(page(all), "class=times"), 2U);
    const nlohmann::json rows = data_of_page(page(all))["rows"];
    EXPECT_THAT(rows[5]["remarks"].dump(),
                HasSubstr("3.0 times as much as thread/sched_yield/threads:2/placement:same."));
    all.files.push_back(fake_file("testFiber", "b/fiber.json"));
    all.cases.push_back(fake_case("fiber/yield/fibers:2", 80, 1, 1));
    EXPECT_EQ(count(page(all), "class=times"), 1U) << "a table of two files has no multiples";
}

TEST(page, a_case_whose_timing_is_too_uncertain_has_no_percentiles) {
    results all = results_with_everything();
    for (auto& percentile : all.cases[0].summary.percentiles) {
        percentile.corrected_ns.reset();
    }
    all.cases[0].summary.percentiles.back().corrected_ns = 500;
    const std::string facts = data_of_page(page(all))["rows"][0]["facts"].dump();
    EXPECT_THAT(facts, HasSubstr("the overhead of timing is too uncertain"));
    EXPECT_THAT(facts, Not(HasSubstr("p99.9")));
    EXPECT_THAT(facts, Not(HasSubstr("operations timed")));
}

TEST(page, without_a_screen_all_cases_are_open) {
    const std::string html = page(results_with_everything());
    EXPECT_THAT(html, HasSubstr("<details class=fold id=cases open>"));
    EXPECT_THAT(html, Not(HasSubstr("id=quality")));
    results all = results_with_screen();
    all.cases.push_back(fake_case("fiber/join", 9, 1));
    EXPECT_THAT(page(all), HasSubstr("<details class=fold id=cases>"));
}

TEST(page, cases_that_differ_in_numbers_only_are_in_the_order_of_their_numbers) {
    results all;
    all.files = {fake_file("BM_other", "other.json")};
    for (const auto& [name, ns] : std::map<std::string, double>{
             {"a/x/n:16", 3}, {"a/x/n:2", 5}, {"a/x/n:4", 4}, {"a/y", 2}, {"a/z/n:1", 6}}) {
        all.cases.push_back(fake_case(name, ns, 0.1));
    }
    std::vector<std::string> keys;
    const nlohmann::json data = data_of_page(page(all));
    for (const auto& row : data["rows"]) {
        keys.push_back(row["key"]);
    }
    EXPECT_THAT(keys, ElementsAre("a/y", "a/x/n:2", "a/x/n:4", "a/x/n:16", "a/z/n:1"));
}

TEST(page, names_have_no_common_parts_and_can_break) {
    const std::string html = page(results_with_everything());
    EXPECT_THAT(html, HasSubstr("<th scope=row class=name>yield/<wbr>fibers:2</th>"));
    EXPECT_THAT(html, HasSubstr("Common to all rows: <code>thread/, threads:2</code>"));
}

TEST(page, shows_a_verdict_of_several_files_once_with_the_commands_to_fix_and_undo) {
    results all = results_with_everything();
    all.files[0].speed.loops = 1;
    all.files[0].speed.fast_share = 0.875;
    all.files.push_back(all.files[0]);
    all.files[1].environment[0].found = "ondemand";
    all.files[1].label = "second.json";
    const std::string html = page(all);
    EXPECT_EQ(count(html, "<dt>machine quiet</dt><dd>87.5 % of the reference loops</dd>"), 2U);
    EXPECT_EQ(count(html, "<p>fix: <code>cpupower fix</code></p>"), 1U);
    EXPECT_EQ(count(html, "<p>undo: <code>cpupower undo</code></p>"), 1U);
    EXPECT_EQ(count(html, "<p>powersave; ondemand</p>"), 1U);
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
                             "both have it", "6 cases of such runs are not shown"}) {
        EXPECT_LT(html.find(note), html.find("<main")) << note;
    }
    EXPECT_EQ(data_of_page(html)["rows"].size(), 0U);
}

TEST(page, a_value_that_is_not_finite_is_no_figure) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    results all = results_with_screen();
    for (case_row& row : all.cases) {
        set_percentiles(row, nan, infinity, std::nullopt, -infinity);
        row.summary.max_corrected_ns = row.summary.cpu_ns = infinity;
        row.summary.curve[0].raw_ns = nan;
        row.record.rounds.resize(1);
        row.record.rounds[0].value_ns = infinity;
        row.details = detail_data(row);
    }
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
        EXPECT_NO_THROW((void)data_of_page(html));
        EXPECT_FALSE(std::regex_search(markup_of_page(html), std::regex("[>( ]-?(nan|inf)\\b")));
    }
}

} // namespace
} // namespace tollgate::cost_sheet
