// SPDX-License-Identifier: BSL-1.0
#include "fake_page.hpp"
#include "page/sections.hpp"

#include <gmock/gmock.h>

#include <regex>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// The first group of every match of the pattern.
std::multiset<std::string> found_in(const std::string& text, const char* pattern) {
    const std::regex meant(pattern);
    std::multiset<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), meant), end; at != end; ++at) {
        found.insert((*at)[1].str());
    }
    return found;
}

void expect_that_links_lead_somewhere(const std::string& html) {
    const std::string text = markup_of_page(html);
    const auto ids = found_in(text, " id=\"?([^\" >]+)");
    for (const std::string& id : std::set<std::string>(ids.begin(), ids.end())) {
        EXPECT_EQ(ids.count(id), 1U) << id;
    }
    for (const std::string& target :
         found_in(text, " (?:href=\"?#|aria-labelledby=\"?)([^\" >]+)")) {
        EXPECT_THAT(ids, Contains(target));
    }
}

TEST(page_screen, has_a_table_under_each_heading) {
    const std::string html = page(results_with_screen());
    expect_that_links_lead_somewhere(html);
    expect_that_links_lead_somewhere(page(results_with_everything()));
    const std::string shown = screen_of_page(html);
    EXPECT_EQ(found_in(shown, "<h3 id=[a-z-]+>([a-z]+)</h3>"),
              (std::multiset<std::string>{"stop", "switch"}));
    EXPECT_EQ(count(shown, "<table "), 2U);
    EXPECT_THAT(shown, HasSubstr("<li><a href=\"#environment\">governor: powersave; against it: "
                                 "fix</a></li>"));
    EXPECT_EQ(count(shown, "<tr><th scope=row>"), 5U);
    EXPECT_EQ(count(shown, "<p class=said>A Tollgate yield costs 1/120 of a hand-off on one CPU"),
              1U);
}

TEST(page_screen, a_line_has_cost_p99_ratio_and_command) {
    const std::string shown = screen_of_page(page(results_with_screen()));
    const std::string own = between(shown, "<a href=\"#c0\">", "</tr>");
    EXPECT_THAT(own, StartsWith("<a href=\"#c0\">fiber: Tollgate yield and scheduler</a></th>"
                                "<td class=least>33"));
    EXPECT_THAT(own, EndsWith(" ns <small>± 1.0 %</small></td><td class=p99>99.0 ns</td><td>1</td>"
                              "<td class=run><code>./testFiber --only yield</code></td>"));
    const std::string other = between(shown, "<a href=\"#c1\">", "</tr>");
    EXPECT_THAT(other, HasSubstr("fiber: Boost yield and scheduler</a></th><td>66"));
    EXPECT_THAT(other, HasSubstr("<td class=p99>198 ns</td><td>2.0</td>"));
    EXPECT_THAT(shown, HasSubstr("<tr><th scope=row>to a thread that sleeps, other CPU</th>"
                                 "<td colspan=3 class=none>not here: one CPU is all there is</td>"
                                 "<td class=run>"));
}

TEST(page_screen, a_command_is_one_line_for_a_shell) {
    screen shown;
    shown.sections = {{"switch", {{}, {}, {}}, {}}};
    auto& lines = shown.sections[0].lines;
    for (screen_line& line : lines) {
        line.program = "testSleep";
    }
    lines[0].only = "between:f";
    lines[1].only = "late.*:2$";
    lines[2].only = "it's";
    EXPECT_EQ(found_in(first_screen(shown, {}), "<code>(.*)</code>"),
              (std::multiset<std::string>{"./testSleep --only &#39;it&#39;\\&#39;&#39;s&#39;",
                                          "./testSleep --only &#39;late.*:2$&#39;",
                                          "./testSleep --only between:f"}));
}

TEST(page_screen, a_line_of_a_left_out_case_has_no_link) {
    const std::string shown = first_screen(make_screen(results_with_screen()), {});
    EXPECT_EQ(count(shown, "href=\"#c"), 0U);
    EXPECT_THAT(shown, HasSubstr("<th scope=row>fiber: Boost yield and scheduler</th>"));
}

TEST(page_screen, without_a_section_the_page_begins_with_the_ranking) {
    results twice = results_with_screen();
    twice.files[1].about.program = "testFiber";
    results foreign;
    foreign.files = {fake_file("BM_other", "other.json")};
    foreign.cases = {fake_case("BM_memcpy/8", 12, 1)};
    for (const results& all : {twice, foreign, results()}) {
        const std::string html = page(all);
        EXPECT_THAT(screen_of_page(html), IsEmpty());
        EXPECT_EQ(count(html, "#screen\""), 0U);
        EXPECT_EQ(between(html, "<main>", "<section "),
                  between(html, "<main>", "<section id=ranking>"));
        expect_that_links_lead_somewhere(html);
    }
}

TEST(page_screen, the_heading_names_the_machine_in_one_line) {
    results all = results_with_screen();
    for (result_file& file : all.files) {
        file.about.host_name = "alpha";
        file.about.cpus = 2;
        file.about.kernel = "Linux 6.1";
        file.about.date = "2026-07-01T10:00:00+00:00";
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
