// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include "made_up_explained.hpp"
#include "made_up_page.hpp"
#include "page/embedded.hpp"
#include "page/sections.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <regex>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

sheet explained_sheet() {
    sheet all;
    all.files = {explained_file("explain.json")};
    return all;
}

std::string section_of(const std::string& made) {
    return between(made, "<section id=explained>", "</section>");
}

TEST(explained_page, has_one_bar_and_a_row_for_each_part) {
    const std::string made = page(explained_sheet());
    const std::string seen = section_of(made);
    EXPECT_THAT(seen, HasSubstr("<h2>Why does it cost that here?</h2>"));
    EXPECT_THAT(seen, HasSubstr("<p>one hand-off costs <b>17.9 ± 0.4 µs</b>.</p>"));
    EXPECT_EQ(count(seen, "data-chart=explained"), page_charts().text.empty() ? 0U : 1U);
    EXPECT_EQ(count(seen, "<figure class=chart>"), 1U);
    EXPECT_EQ(data_of_page(made)["explained"],
              nlohmann::json({{{13100, 0}, {900, -1}, {2200, 1}, {1700, -1}}}));
    EXPECT_THAT(seen, AllOf(HasSubstr("<span class=\"swatch s0\"></span>1. goes under cpus=busy"),
                            HasSubstr("<td>13.1 ± 0.6 µs</td><td>73 %</td>"),
                            HasSubstr("<span class=\"swatch hatched\"></span>2. goes under slack"),
                            HasSubstr("<td>900 ± 1000 ns <small>not resolved</small></td>"),
                            HasSubstr("<span class=\"swatch s1\"></span>3. is what it costs on"),
                            HasSubstr("<th scope=row>all of it</th><td>17.9 ± 0.4 µs</td>")));
    EXPECT_THAT(seen, HasSubstr("-0.20 to 3.6 µs (not sure to a tenth) <small>not resolved"));
}

TEST(explained_page, has_what_each_intervention_did_and_its_proof) {
    const std::string seen = section_of(page(explained_sheet()));
    EXPECT_THAT(seen, AllOf(HasSubstr("<th scope=row>cpus=busy</th><td>4.00\u00a0µs</td>"
                                      "<td>13.9 ± 0.5 µs</td><td class=text>proof of cpus=busy"),
                            HasSubstr("<small>not resolved</small></td><td class=text>proof of "
                                      "slack=1ns"),
                            HasSubstr("<td>scatter of 1.23\u00a0µs</td><td class=text>proof of "
                                      "layout=fresh"),
                            HasSubstr("nothing to take away: proof of memory=locked"),
                            HasSubstr("<b>not proven, left out</b>: proof of policy=fifo"),
                            HasSubstr("<dt>halt_poll=200us</dt><dd>no haltpoll</dd>")));
}

TEST(explained_page, has_what_does_the_same_in_production_with_its_undoing) {
    const std::string seen = section_of(page(explained_sheet()));
    EXPECT_THAT(seen, AllOf(HasSubstr("<h4>cpus=busy</h4><p>threads that spin</p>"
                                      "<p class=why>its price: power</p>"),
                            HasSubstr("<dt>do</dt><dd><code class=command>chrt --idle 0 spin"),
                            HasSubstr("<dt>undo</dt><dd><code class=command>kill %1")));
    EXPECT_EQ(count(seen, "<article"), 1U) << "the others have no setting";
}

TEST(explained_page, without_cases_has_no_empty_ladder) {
    const std::string made = page(explained_sheet());
    EXPECT_THAT(markup_of_page(made),
                AllOf(Not(HasSubstr("id=ladder")), Not(HasSubstr("href=\"#ladder\"")),
                      Not(HasSubstr("id=cases")), HasSubstr("href=\"#explained\">Why</a>"),
                      HasSubstr("1 explained case from 1 file")));
}

TEST(explained_page, beside_usual_files_has_all_that_they_have) {
    sheet all = sheet_with_everything();
    const std::string usual = page(all);
    EXPECT_THAT(markup_of_page(usual), Not(HasSubstr("id=explained")));
    EXPECT_EQ(data_of_page(usual)["explained"], nlohmann::json::array());
    all.files.push_back(explained_file("explain.json"));
    const std::string made = markup_of_page(page(all));
    EXPECT_THAT(made, AllOf(HasSubstr("6 cases and 1 explained case from 2 files"),
                            HasSubstr("id=ladder"), HasSubstr("id=explained")));
    EXPECT_EQ(section_of(page(all)), section_of(page(explained_sheet())));
}

TEST(explained_page, of_a_failed_run_explains_nothing) {
    sheet all = explained_sheet();
    all.files[0].proven = false;
    EXPECT_THAT(markup_of_page(page(all)), Not(HasSubstr("id=explained")));
}

TEST(explained_page, of_nothing_that_was_resolved_says_so) {
    sheet all = explained_sheet();
    explain::explanation& of = *all.files[0].explained;
    of.shares = {{explain::share_kind::rest, {}, of.cost_ns, true}};
    for (explain::tried_alone& one : of.alone) {
        one.resolved = false;
    }
    const std::string made = page(all);
    EXPECT_THAT(section_of(made),
                AllOf(HasSubstr("No intervention made a difference"),
                      HasSubstr("1. is not explained"), Not(HasSubstr("same effect"))));
    EXPECT_EQ(data_of_page(made)["explained"], nlohmann::json({{{17900, -1}}}));
    *all.files[0].explained = {};
    EXPECT_NO_THROW((void)data_of_page(page(all)));
}

TEST(explained_page, what_is_no_number_is_a_dash) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    sheet all = explained_sheet();
    explain::explanation& of = *all.files[0].explained;
    of.shares[0].ns.value = nan;
    of.shares[1].ns.range = stats::interval{-infinity, nan, 0.95};
    of.alone[0].costs_ns = infinity;
    of.alone[0].takes_off_ns.value = -infinity;
    all.files[0].environment = {
        {"idle states", environment::condition::bad, "", "", "", "", nan, "a case"}};
    for (const double cost : {17'900.0, 0.0, nan, infinity}) {
        of.cost_ns.value = cost;
        const std::string made = page(all);
        EXPECT_NO_THROW((void)data_of_page(made));
        EXPECT_FALSE(std::regex_search(markup_of_page(made), std::regex("[>( ]-?(nan|inf)\\b")))
            << section_of(made);
    }
}

/// A file with this many of all that an explanation lists, each in long words.
sheet wordy_sheet(int lines, std::size_t length) {
    sheet all = explained_sheet();
    explain::explanation& of = *all.files[0].explained;
    const std::string text(length, 'x');
    for (int i = 0; i < lines; ++i) {
        of.shares.push_back({explain::share_kind::intervention, {text}, {1, {}}, true});
        of.alone.push_back(of.alone[0]);
        of.alone.back().follows.command = text;
        of.not_here.push_back({text, text});
    }
    return all;
}

TEST(explained_page, stays_small_however_much_a_file_says) {
    EXPECT_LT(page(wordy_sheet(3'000, 2'000)).size(), page_limit);
}

TEST(explained_page, stays_small_however_many_files_explain) {
    sheet all = wordy_sheet(100, 500); // more than is shown of a file, and than memory notices
    for (int i = 0; i < 300; ++i) {
        all.files.push_back(all.files[0]);
    }
    const std::string made = page(all);
    EXPECT_LT(made.size(), page_limit);
    EXPECT_THAT(section_of(made), HasSubstr("more explanations are left out"));
    EXPECT_NO_THROW((void)data_of_page(made));
}

TEST(explained_page, an_environments_verdict_says_how_much) {
    sheet all = explained_sheet();
    all.files[0].environment = {
        {"idle states", environment::condition::bad, "C6", "why", "", "", 13'100, "a case"}};
    EXPECT_THAT(page(all),
                HasSubstr("<p>C6</p><p><b>13.1\u00a0µs</b> of <code>a case</code> here"));
}

} // namespace
} // namespace tollgate::cost_sheet
