// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/word_list.hpp>
#include <tollgate/cpu/assignment.hpp>

#include <string>
#include <variant>

namespace tollgate::timeout_test {
namespace {

using cpu::placement;

constexpr const char* clocks_name = "clocks";
constexpr const char* timers_name = "timers";
constexpr const char* after_name = "after";
constexpr cli::whole_range timers_range{1, 10'000'000};
constexpr cli::whole_range after_range_us{10, 10'000'000};

std::vector<clock_kind> parse_clocks(const std::string& text) {
    return cli::parse_word_list("--clocks", text, parse_clock, "os, tsc and coarse");
}

std::vector<std::uint64_t> parse_timers(const std::string& text) {
    return cli::parse_whole_list("--timers", text, timers_range);
}

std::vector<std::uint64_t> parse_after(const std::string& text) {
    return cli::parse_whole_list("--after", text, after_range_us);
}

bool exists(placement where, const cpu::topology& machine) {
    return std::holds_alternative<cpu::assignment>(cpu::assign(where, machine, 2));
}

} // namespace

cli::own_option clocks_option() {
    return {clocks_name, "LIST", "",
            "clocks to count timeouts by: os,tsc,coarse (all; with --quick os,tsc)",
            [](const std::string& text) { parse_clocks(text); }};
}

cli::own_option timers_option() {
    return {timers_name, "LIST", "",
            "timers armed at once, 1 to 10000000 (1,1000,1000000; with --quick 1,1000)",
            [](const std::string& text) { parse_timers(text); }};
}

cli::own_option after_option() {
    return {after_name, "LIST", "1000", "timeouts that fire, 10 to 10000000 us (1000)",
            [](const std::string& text) { parse_after(text); }};
}

cli::sweep_axis timers_axis() {
    return {timers_name, timers_range, "1,100,10000", "cost over the timers that are armed"};
}

std::vector<clock_kind> chosen_clocks(const cli::options& chosen) {
    const std::string& text = chosen.own.at(clocks_name);
    if (!text.empty()) {
        return parse_clocks(text);
    }
    if (chosen.quick) {
        return {clock_kind::os, clock_kind::tsc};
    }
    return {all_clocks.begin(), all_clocks.end()};
}

std::vector<clock_kind> chosen_clocks_of_threads(const cli::options& chosen) {
    std::vector<clock_kind> clocks = chosen_clocks(chosen);
    if (chosen.quick && chosen.own.at(clocks_name).empty()) {
        clocks.resize(1);
    }
    return clocks;
}

std::vector<std::uint64_t> chosen_timers(const cli::options& chosen) {
    if (chosen.sweep_axis == timers_name) {
        return chosen.sweep;
    }
    const std::string& text = chosen.own.at(timers_name);
    if (!text.empty()) {
        return parse_timers(text);
    }
    if (chosen.quick) {
        return {1, 1'000};
    }
    return {1, 1'000, 1'000'000};
}

std::vector<std::chrono::microseconds> chosen_lengths(const cli::options& chosen) {
    std::vector<std::chrono::microseconds> all;
    for (const std::uint64_t us : parse_after(chosen.own.at(after_name))) {
        all.emplace_back(us);
    }
    return all;
}

std::vector<placement> chosen_placements(const cli::options& chosen, const cpu::topology& machine) {
    if (chosen.placements_given) {
        return chosen.placements;
    }
    std::vector<placement> some;
    if (!chosen.quick) {
        some.push_back(placement::same);
    }
    for (const placement apart : {placement::core, placement::smt, placement::far}) {
        if (exists(apart, machine)) {
            some.push_back(apart);
            return some;
        }
    }
    return {placement::same};
}

} // namespace tollgate::timeout_test
