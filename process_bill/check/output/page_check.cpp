// SPDX-License-Identifier: BSL-1.0
#include "fake_statement.hpp"
#include "output/page.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <string_view>

namespace tollgate::bill {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::size_t times(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos;
         at = text.find(part, at + part.size())) {
        ++found;
    }
    return found;
}

TEST(page, loads_nothing_and_its_policy_forbids_it) {
    const std::string html = page_of(crowded_statement(hostile_text(), 20));
    EXPECT_TRUE(std::regex_search(
        html, std::regex("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                         "style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; ")));
    EXPECT_LT(html.find("Content-Security-Policy"), html.find("<style"));
    const std::regex link("<[a-z][^>]*(src|href|action|srcset|data|poster) *= *\"?([^\" >]*)");
    for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at) {
        EXPECT_THAT((*at)[2].str(), StartsWith("data:,")) << at->str();
    }
    for (const char* active : {"<script", "url(", "@import", " style=", "<img", " onerror=\""}) {
        EXPECT_EQ(times(html, active), 0U) << active;
    }
    EXPECT_EQ(times(html, "</style"), 1U);
}

TEST(page, hostile_names_do_not_act) {
    const std::string html = page_of(crowded_statement(hostile_text(), 20));
    EXPECT_THAT(html, HasSubstr("a&lt;/style&gt;&lt;script&gt;alert(1)"));
    EXPECT_TRUE(std::ranges::none_of(html, [](char byte) {
        return (static_cast<unsigned char>(byte) < 0x20 && byte != '\n') || byte == '\x7f';
    }));
    EXPECT_EQ(times(html, "\xe2\x80\xae") + times(html, "\xff"), 0U);
}

TEST(page, the_bar_has_all_cpu_time_and_nothing_without_a_price) {
    statement bill = fake_statement();
    bill.entries.insert(bill.entries.begin(), 9, fake_entry("worker-1", 0.02));
    const std::string html = page_of(bill);
    const std::regex width("<rect class=c[0-7] x=\"[0-9.]+\" width=\"([0-9.]+)\"");
    double sum = 0;
    for (std::sregex_iterator at(html.begin(), html.end(), width), end; at != end; ++at) {
        sum += std::stod((*at)[1].str());
    }
    EXPECT_NEAR(sum, 1000, 0.1);
    EXPECT_THAT(html, AllOf(HasSubstr("<title>work, and events without a price: 42 %</title>"),
                            HasSubstr("<title>other events: 44 %</title>"),
                            Not(HasSubstr("<title>logger"))));
}

TEST(page, has_no_bar_without_cpu_time) {
    statement bill;
    bill.prices_from = "no prices";
    EXPECT_THAT(page_of(bill), AllOf(Not(HasSubstr("<rect")), HasSubstr("No thread waited."),
                                     HasSubstr("there was almost no CPU time")));
}

TEST(page, has_savings_and_all_entries_with_whole_stacks) {
    const std::string html = page_of(fake_statement());
    EXPECT_EQ(times(html, "<tr><th scope=row>"), 3U);
    EXPECT_THAT(html, AllOf(HasSubstr("<li>consumer waits on a futex 84,000 times"),
                            HasSubstr("<b>saves 0.18 ± 0.03 CPUs (21 %)</b>."),
                            HasSubstr("<br>Spin up to 12 µs before it sleeps: <b>saves"),
                            HasSubstr("<br>With tollgate::sleep::adaptive_spin;"),
                            HasSubstr("<details><summary>waits on a futex</summary><ol class=stack>"
                                      "<li>pthread_cond_wait</li><li>queue::take(message&amp;)</li>"
                                      "<li>main</li></ol></details>"),
                            HasSubstr("<td class=number data-head=\"price of one\">no price</td>"
                                      "<td class=number data-head=\"CPUs\"></td>")));
}

TEST(page, says_first_that_the_observation_was_interrupted) {
    statement bill = fake_statement();
    bill.partial = true;
    bill.remarks = {"the names of functions are not known"};
    const std::string html = page_of(bill);
    EXPECT_THAT(html, HasSubstr("<li class=bad>PARTIAL: "));
    EXPECT_LT(html.find("PARTIAL"), html.find("The names of functions"));
    EXPECT_LT(html.find("The names of functions"), html.find("<main>"));
}

TEST(page, stays_small_and_says_how_much_is_left_out) {
    const std::string html = page_of(crowded_statement(std::string(900, 'x'), 200));
    EXPECT_LE(html.size(), 1'000'000U);
    EXPECT_TRUE(std::regex_search(
        html, std::regex("<p>[0-9]+ cheaper events are left out, to keep the page small")));
}

} // namespace
} // namespace tollgate::bill
