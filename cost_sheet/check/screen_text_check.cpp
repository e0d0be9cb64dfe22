// SPDX-License-Identifier: BSL-1.0
#include "screen/screen_text.hpp"

#include "made_up_screen.hpp"
#include "sheet_text.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(screen_text, says_which_runs_failed_a_proof) {
    sheet all = healthy_sheet();
    all.files.push_back(made_up_file("testOther", "other.json"));
    all.files[1].proven = false;
    EXPECT_THAT(
        screen_text(all, make_screen(all)),
        HasSubstr("\nFAILED: a proof of work in other.json: its figures are worth nothing\n"));
}

std::size_t width_of(const std::string& line) {
    return static_cast<std::size_t>(
        std::count_if(line.begin(), line.end(), [](char one) { return (one & 0xC0) != 0x80; }));
}

TEST(screen_text, has_at_most_40_lines_of_100_columns) {
    sheet all = healthy_sheet();
    all.files[0].about.cpu_model = std::string(200, 'x');
    all.files[0].about.kernel = std::string(200, 'y');
    const std::string why(50, 'w');
    for (const char* name : {"hypervisor", "load", "pressure", "governor"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, "found", why + " " + why + " " + why, "", ""});
    }
    const std::string text = screen_text(all, make_screen(all));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(width_of(line), 100U) << line;
    }
}

TEST(screen_text,
     wraps_a_sentence_between_words_and_leaves_out_of_the_environment_what_has_no_room) {
    sheet all = healthy_sheet();
    for (const char* name : {"hypervisor", "load"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, "found", "why", "", ""});
    }
    screen shown = make_screen(all);
    const auto lines = [&] {
        const std::string text = screen_text(all, shown);
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(lines(), 40);
    const std::string half(60, 'a');
    shown.sections[0].sentences = {half + " " + half + "."};
    EXPECT_THAT(screen_text(all, shown),
                AllOf(HasSubstr("\n  " + half + "\n  " + half + ".\n"), HasSubstr("hypervisor: "),
                      Not(HasSubstr("load: "))));
    EXPECT_EQ(lines(), 40);
    shown.sections[1].sentences = shown.sections[0].sentences;
    shown.sections[2].sentences = shown.sections[0].sentences;
    EXPECT_THAT(screen_text(all, shown), HasSubstr("hypervisor: ")) << "one of them at least";
}

TEST(screen_text, cuts_a_line_between_words) {
    sheet all = healthy_sheet();
    all.files[0].environment = {{"load", environment::condition::bad, "9",
                                 std::string(60, 'a') + " " + std::string(60, 'b'), "", ""}};
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("load: 9 (" + std::string(60, 'a') + " …\n"));
}

TEST(screen_text, a_guest_that_failed_is_named_on_top_and_is_no_success) {
    sheet all = healthy_sheet();
    all.files[0].path = "guests.json";
    all.files[0].unavailable = {{measure::case_key("thread/pipe"), "there is one CPU"}};
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("FAILED")));
    EXPECT_TRUE(all.proven());
    all.files[0].unavailable.push_back(
        {measure::case_key("thread/pipe/impl:go"), "guest go: it has ended", true});
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("\nFAILED: a guest in guests.json: its cases have no figures\n"));
    EXPECT_FALSE(all.proven());
    EXPECT_THAT(sheet_text(all),
                AllOf(HasSubstr("\n  thread/pipe/impl:go: guest go: it has ended\n"),
                      HasSubstr("1 cases not available")));
}

TEST(screen_text, no_byte_from_a_file_steers_a_terminal) {
    sheet all = healthy_sheet();
    all.files[0].about.cpu_model = "\x1b[2J";
    all.files[0].environment = {
        {"\x1b[1m", environment::condition::bad, "\x07", "\x1b]0;x", "", ""}};
    remove_cases(all, topic::thread_sleeps);
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"placement", "core"}}), "\x1b[31m"}};
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace tollgate::cost_sheet
