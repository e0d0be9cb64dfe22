// SPDX-License-Identifier: BSL-1.0
#include "made_up_page.hpp"
#include "page.hpp"
#include "page/embedded.hpp"
#include "page/sections.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <regex>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// What the first group of the pattern is, wherever it matches.
std::multiset<std::string> found_in(const std::string& text, const char* pattern) {
    const std::regex meant(pattern);
    std::multiset<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), meant), end; at != end; ++at) {
        found.insert((*at)[1].str());
    }
    return found;
}

void expect_that_links_lead_somewhere(const std::string& made) {
    const std::string seen = markup_of_page(made);
    const auto ids = found_in(seen, " id=\"?([^\" >]+)");
    for (const std::string& one : std::set<std::string>(ids.begin(), ids.end())) {
        EXPECT_EQ(ids.count(one), 1U) << one;
    }
    for (const std::string& one : found_in(seen, " href=\"?#([^\" >]+)")) {
        EXPECT_THAT(ids, Contains(one));
    }
    for (const std::string& one : found_in(seen, " aria-labelledby=\"?([^\" >]+)")) {
        EXPECT_THAT(ids, Contains(one));
    }
}

TEST(page_screen, is_the_first_thing_on_the_page) {
    const std::string made = page(sheet_with_screen());
    EXPECT_THAT(screen_of_page(made), HasSubstr("<h2>What to use here, and what it costs</h2>"));
    EXPECT_LT(made.find("<section id=screen>"), made.find("<nav "));
    EXPECT_LT(made.find("<nav "), made.find("<section id=ladder>"));
    EXPECT_EQ(count(made, "<a href=\"#screen\">"), 1U);
    for (const std::string_view text : {std::string_view(made), page_style().text}) {
        EXPECT_EQ(count(text, "tile"), 0U) << "of pages before there was a screen";
    }
}

TEST(page_screen, has_a_table_under_each_heading) {
    const std::string shown = screen_of_page(page(sheet_with_screen()));
    EXPECT_EQ(found_in(shown, "<h3 id=[a-z-]+>([a-z]+)</h3>"),
              (std::multiset<std::string>{"stop", "switch"}));
    EXPECT_EQ(count(shown, "<table "), 2U);
    EXPECT_EQ(count(shown, "<tr><th scope=row>"), 5U);
    EXPECT_EQ(count(shown, "<p class=said>A fiber switch costs 1/120 of a thread hand-off"), 1U);
}

TEST(page_screen, a_line_has_cost_p99_ratio_and_command) {
    const std::string shown = screen_of_page(page(sheet_with_screen()));
    const std::string own = between(shown, "<a href=\"#c0\">", "</tr>");
    EXPECT_THAT(own, StartsWith("<a href=\"#c0\">fiber to fiber, Tollgate&#39;s scheduler</a></th>"
                                "<td class=least>33"));
    EXPECT_THAT(own, EndsWith(" ns <small>± 1.0 %</small></td><td class=p99>99.0 ns</td><td>1</td>"
                              "<td class=run><code>./testFiber --only yield</code></td>"));
    const std::string other = between(shown, "<a href=\"#c1\">", "</tr>");
    EXPECT_THAT(other, HasSubstr("fiber to fiber, Boost&#39;s scheduler</a></th><td>66"));
    EXPECT_THAT(other, HasSubstr("<td class=p99>198 ns</td><td>2.0</td>"));
}

TEST(page_screen, a_command_is_one_line_for_a_shell) {
    screen shown;
    shown.sections = {{"switch", {{}, {}, {}}, {}}};
    auto& lines = shown.sections[0].lines;
    for (screen_line& one : lines) {
        one.program = "testSleep";
    }
    lines[0].only = "between:f";
    lines[1].only = "late.*:2$";
    lines[2].only = "it's";
    EXPECT_EQ(found_in(first_screen(shown, {}), "<code>(.*)</code>"),
              (std::multiset<std::string>{"./testSleep --only &#39;it&#39;\\&#39;&#39;s&#39;",
                                          "./testSleep --only &#39;late.*:2$&#39;",
                                          "./testSleep --only between:f"}));
}

TEST(page_screen, a_way_that_is_not_there_says_why_and_leads_nowhere) {
    const std::string shown = screen_of_page(page(sheet_with_screen()));
    EXPECT_THAT(shown, HasSubstr("<tr><th scope=row>to a thread that sleeps, other CPU</th>"
                                 "<td colspan=3 class=none>not here: one CPU is all there is</td>"
                                 "<td class=run>"));
}

TEST(page_screen, a_cost_that_was_not_measured_well_is_no_figure) {
    sheet all = sheet_with_screen();
    all.cases[1].range = stats::interval{1, 200, 0.95};
    const std::string shown = screen_of_page(page(all));
    EXPECT_THAT(shown, HasSubstr("<a href=\"#c1\">fiber to fiber, Boost&#39;s scheduler</a></th>"
                                 "<td colspan=3 class=none>not measured well enough here</td>"));
}

TEST(page_screen, what_is_not_shown_to_add_anything_is_below_a_figure) {
    sheet all;
    all.files = {made_up_file("testTimeout", "timeout.json")};
    const std::string of = "/impl:tollgate/clock:os/between:fibers";
    all.cases = {made_up_case("timeout/timeout" + of, 50, 2),
                 made_up_case("timeout/baseline" + of, 50, 2)};
    EXPECT_THAT(screen_of_page(page(all)), HasSubstr("by OS clock</a></th><td>below 4.0 ns</td>"));
}

TEST(page_screen, all_links_lead_somewhere) {
    expect_that_links_lead_somewhere(page(sheet_with_screen()));
    expect_that_links_lead_somewhere(page(sheet_with_everything()));
    expect_that_links_lead_somewhere(page({}));
}

TEST(page_screen, the_lines_of_the_environment_lead_to_its_section) {
    const std::string made = page(sheet_with_screen());
    EXPECT_THAT(screen_of_page(made),
                HasSubstr("<li><a href=\"#environment\">governor: powersave; against it: mend</a>"
                          "</li>"));
    EXPECT_EQ(count(made, "<section id=environment>"), 1U);
    sheet all = sheet_with_screen();
    all.files[0].environment.clear();
    EXPECT_THAT(screen_of_page(page(all)), Not(HasSubstr("environment")));
}

TEST(page_screen, a_line_of_a_case_that_is_left_out_leads_nowhere) {
    const sheet all = sheet_with_screen();
    const std::string shown = first_screen(make_screen(all), {});
    EXPECT_EQ(count(shown, "href=\"#c"), 0U);
    EXPECT_THAT(shown, HasSubstr("<th scope=row>fiber to fiber, Boost&#39;s scheduler</th>"));

    sheet many = all;
    const std::string long_text(150, 'x');
    for (int i = 0; i < 4000; ++i) {
        many.cases.push_back(
            made_up_case("fiber/resume/impl:" + long_text + std::to_string(i), 1, 0.01));
    }
    const std::string made = page(many);
    EXPECT_LE(made.size(), page_limit);
    EXPECT_THAT(screen_of_page(made),
                HasSubstr("<th scope=row>fiber to fiber, Boost&#39;s scheduler</th>"));
    expect_that_links_lead_somewhere(made);
}

TEST(page_screen, without_a_section_the_page_begins_with_the_ladder) {
    sheet twice = sheet_with_screen();
    twice.files[1].about.program = "testFiber";
    sheet foreign;
    foreign.files = {made_up_file("BM_other", "other.json")};
    foreign.cases = {made_up_case("BM_memcpy/8", 12, 1)};
    for (const sheet& all : {twice, foreign, sheet()}) {
        const std::string made = page(all);
        EXPECT_THAT(screen_of_page(made), IsEmpty());
        EXPECT_EQ(count(made, "#screen\""), 0U);
        EXPECT_EQ(between(made, "<main>", "<section "),
                  between(made, "<main>", "<section id=ladder>"));
        expect_that_links_lead_somewhere(made);
    }
}

TEST(page_screen, failed_proofs_stand_before_it) {
    sheet all = sheet_with_screen();
    all.files[1].proven = false;
    all.files[1].failures = {"a token was forgotten"};
    const std::string made = page(all);
    EXPECT_LT(made.find("a token was forgotten"), made.find("<section id=screen>"));
    EXPECT_THAT(screen_of_page(made), Not(HasSubstr("asking a token")));
}

TEST(page_screen, needs_no_script) {
    const std::string shown = screen_of_page(page(sheet_with_screen()));
    for (const char* part : {"hidden", "<canvas", "<template", "<details", "data-"}) {
        EXPECT_EQ(count(shown, part), 0U) << part;
    }
}

TEST(page_screen, nothing_from_a_file_is_markup) {
    const std::string hostile = "<img src=x onerror=\"a('1')\">&amp;\x1b[31m\xe2\x80\xae\xff\n";
    sheet all = sheet_with_screen();
    all.files[0].unavailable[0].reason = hostile;
    all.files[0].environment = {
        {hostile, environment::condition::bad, hostile, hostile, hostile, hostile}};
    report::context& about = all.files[0].about;
    about.host_name = about.cpu_model = about.kernel = about.date = hostile;
    all.files[1].about = about;
    all.files[1].about.program = "testCancel";
    const std::string made = page(all);
    const std::string first = between(made, "<header>", "<section id=ladder>");
    EXPECT_GT(count(first, "&lt;img src=x onerror=&quot;a(&#39;1&#39;)&quot;&gt;&amp;amp;\\x1b"),
              4U);
    EXPECT_EQ(count(first, "<img"), 0U);
    for (const char one : first) {
        EXPECT_TRUE(one == '\n' || static_cast<unsigned char>(one) >= 0x20) << int(one);
    }
    EXPECT_FALSE(std::regex_search(first, std::regex("<[^>]* on[a-z]+ *=")));
}

TEST(page_screen, what_is_no_number_is_not_shown) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    sheet all = sheet_with_screen();
    all.cases[0].percentiles_ns = {nan, nan, nan, nan};
    all.cases[1].value_ns = infinity;
    all.cases[1].range = stats::interval{66, infinity, 0.95};
    all.cases[2].range = stats::interval{-infinity, nan, 0.95};
    const std::string shown = screen_of_page(page(all));
    EXPECT_THAT(shown, HasSubstr(" ns <small>± 1.0 %</small></td><td class=p99></td>"));
    EXPECT_FALSE(std::regex_search(shown, std::regex("[>( ]-?(nan|inf)\\b")));
}

TEST(page_screen, texts_as_long_as_can_be_do_not_make_the_page_too_large) {
    const std::string long_text = std::string(300, '"') + std::string(300, '\x01');
    sheet all = sheet_with_screen();
    for (const char* path : {"thread/*", "queue/*", "timeout/*", "liveness/*", "sleep/*"}) {
        all.files[0].unavailable.push_back({path, long_text});
    }
    all.files[0].environment.assign(
        50, {long_text, environment::condition::bad, long_text, long_text, long_text, long_text});
    for (std::size_t i = 0; i < 3000; ++i) {
        all.cases.push_back(detailed_case("fiber/yield/" + std::to_string(i) + long_text, 100));
        all.cases.back().remarks.assign(5, long_text);
    }
    const std::string made = page(all);
    EXPECT_LE(made.size(), page_limit);
    EXPECT_LE(screen_of_page(made).size(), 40'000U);
}

TEST(page_screen, the_heading_says_the_machine_in_one_line) {
    sheet all = sheet_with_screen();
    for (sheet_file& file : all.files) {
        file.about.host_name = "alpha";
        file.about.cpus = 2;
        file.about.kernel = "Linux 6.1";
        file.about.date = "2026-07-01T10:00:00+00:00";
        file.about.topology = "2 cores, 1 socket";
        file.about.compiler = "g++ 12.2.0";
    }
    const std::string header = between(page(all), "<header>", "</header>");
    EXPECT_THAT(header,
                HasSubstr("<p class=lead><b>alpha</b> · An Example CPU · 2 CPUs · Linux 6.1 "
                          "· <time>2026-07-01</time> · 4 cases from 2 files</p>"));
    EXPECT_EQ(count(header, "<li>"), 0U);
    all.files[1].about.host_name = "beta";
    const std::string of_two = between(page(all), "<header>", "</header>");
    EXPECT_THAT(of_two, HasSubstr("4 cases from 2 files, measured on 2 machines."));
    EXPECT_EQ(count(of_two, "<li>"), 2U);
}

} // namespace
} // namespace tollgate::cost_sheet
