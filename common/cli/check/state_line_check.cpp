// SPDX-License-Identifier: BSL-1.0
#include "../src/state_line.hpp"
#include "captured.hpp"
#include "pseudo_terminal.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tollgate::cli {
namespace {

using namespace std::chrono_literals;

const std::string to_its_end = "\x1b[K";

/// The progress line that is drawn.
std::string line_of(const measure::progress& now, bool wanted = true,
                    const pseudo_terminal& screen = pseudo_terminal()) {
    const redirected err(STDERR_FILENO, screen.name());
    signals watch;
    state_line line("testNothing", wanted, watch);
    line.show(now);
    return screen.drawn();
}

measure::progress at_pass(std::uint64_t done, std::chrono::milliseconds elapsed,
                          std::chrono::milliseconds budget) {
    return {.current_phase = measure::progress::phase::passes,
            .done = done,
            .expected = 8,
            .elapsed = elapsed,
            .budget = budget,
            .case_name = {}};
}

TEST(state_line, is_silent_if_unwanted_or_if_it_cannot_be_cleared) {
    const auto output = observe([] {
        signals watch;
        state_line("testNothing", true, watch).show(at_pass(0, 0s, 4s));
        return 0;
    });
    EXPECT_EQ(output.err + output.out, "");
    EXPECT_EQ(line_of(at_pass(0, 0s, 4s), false), "");
    EXPECT_EQ(line_of(at_pass(0, 0s, 4s), true, pseudo_terminal("dumb")), "");
    EXPECT_EQ(line_of(at_pass(0, 0s, 4s), true, pseudo_terminal("")), "");
}

TEST(state_line, shows_the_time_left_unless_it_is_almost_nothing) {
    EXPECT_EQ(line_of(at_pass(0, 0s, 4s)), "\rpass 1 of 8, at most 4 s left" + to_its_end);
    EXPECT_EQ(line_of(at_pass(4, 8s, 0s)), "\rpass 5 of 8, about 8 s left" + to_its_end);
    for (const auto elapsed : {3'600ms, 4'000ms, 9'000ms}) {
        EXPECT_EQ(line_of(at_pass(7, elapsed, 4s)), "\rpass 8 of 8" + to_its_end);
    }
    EXPECT_EQ(line_of(at_pass(0, 0s, 0s)), "\rpass 1 of 8" + to_its_end);
}

TEST(state_line, is_cleared_at_the_end) {
    const pseudo_terminal screen;
    const redirected err(STDERR_FILENO, screen.name());
    signals watch;
    state_line line("testNothing", true, watch);
    line.show(at_pass(0, 0s, 4s));
    static_cast<void>(screen.drawn());
    line.end();
    line.end();
    EXPECT_EQ(screen.drawn(), "\r" + to_its_end);
}

TEST(state_line, never_wraps) {
    measure::progress of_long_name = at_pass(0, 0s, 0s);
    of_long_name.current_phase = measure::progress::phase::first_look;
    const std::string name(500, 'x');
    of_long_name.case_name = name;
    EXPECT_EQ(line_of(of_long_name).size(), 1 + 79 + to_its_end.size()) << "the width is unknown";
    for (const unsigned short columns : {1, 40, 200}) {
        EXPECT_EQ(line_of(of_long_name, true, pseudo_terminal("xterm", columns)).size(),
                  1U + (columns - 1U) + to_its_end.size());
    }
}

} // namespace
} // namespace tollgate::cli
