// SPDX-License-Identifier: BSL-1.0
#include "state_line.hpp"

#include <tollgate/cli/guard.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

double in_seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string passes_text(const measure::progress& now) {
    const double each_s =
        in_seconds(now.elapsed) / static_cast<double>(std::max<std::uint64_t>(now.done, 1));
    const bool has_budget = now.budget.count() != 0;
    const double left_s = has_budget ? in_seconds(now.budget - now.elapsed)
                                     : each_s * static_cast<double>(now.expected - now.done);
    const std::string text = fmt::format("pass {} of {}", now.done + 1, now.expected);
    constexpr double shortest_s = 0.5; // a pass may last longer than the rest of the budget
    return left_s < shortest_s
               ? text
               : text + fmt::format(", {} {:.0f} s left", has_budget ? "at most" : "about", left_s);
}

std::string text_of(const measure::progress& now) {
    using phase = measure::progress::phase;
    switch (now.current_phase) {
    case phase::clock_pair_run:
        return fmt::format("clock-pair run of {}: {} of {}", now.case_name, now.done, now.expected);
    case phase::first_look:
        return fmt::format("first look at {}", now.case_name);
    case phase::rounds:
        return fmt::format("round {} of {}: {}", now.done + 1, now.expected, now.case_name);
    case phase::passes:
        break;
    }
    return passes_text(now);
}

/// Whether stderr is a terminal that can clear a line.
bool can_draw() {
    const char* const terminal = std::getenv("TERM");
    const std::string_view name = terminal != nullptr ? terminal : "";
    return !name.empty() && name != "dumb" && ::isatty(STDERR_FILENO) != 0;
}

/// The present width of the terminal. A line that wraps could not be cleared.
std::size_t columns() {
    constexpr std::size_t default_columns = 80;
    winsize size{};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return is_known ? size.ws_col : default_columns;
}

void to_terminal(const std::string& text) {
    // A failed write is no reason to stop measuring.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

state_line::state_line(std::string program, bool wanted, signals& watch)
    : program_(std::move(program)), drawing_(wanted && can_draw()), watch_(watch) {}

void state_line::show(const measure::progress& now) {
    text_ = text_of(now); // a text, because the name of the case lives only during this call
    watch_.still_alive(now.lasts);
    draw();
}

void state_line::tick() {
    watch_.still_alive();
    draw();
}

void state_line::draw() {
    constexpr std::chrono::milliseconds between_draws{100};
    const auto now = std::chrono::steady_clock::now();
    if (drawing_ && (!drawn_ || now - *drawn_ >= between_draws)) {
        to_terminal("\r" + text_.substr(0, columns() - 1) + "\x1b[K");
        drawn_ = now;
    }
    if (watch_.state_wanted()) {
        end();
        write_stderr_line(program_, text_);
    }
}

void state_line::end() {
    if (drawn_) {
        to_terminal("\r\x1b[K");
        drawn_.reset();
    }
}

} // namespace tollgate::cli
