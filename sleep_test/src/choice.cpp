// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/word_list.hpp>

#include <string>

namespace tollgate::sleep_test {
namespace {

constexpr const char* slices_name = "slices";
constexpr const char* sleepers_name = "sleepers";
constexpr cli::whole_range slice_range_ms{1, 3'600'000};

std::vector<std::uint64_t> parse_slices(const std::string& text) {
    return cli::parse_whole_list("--slices", text, slice_range_ms);
}

std::vector<sleeper_kind> parse_sleepers(const std::string& text) {
    return cli::parse_word_list("--sleepers", text, parse_sleeper,
                                "parker, parker_spin, condvar, channel and eventfd");
}

} // namespace

cli::own_option slices_option() {
    return {slices_name, "LIST", "",
            "time slices to sleep for, 1 to 3600000 ms (2,5,10,50,100; with --quick or --sweep 2)",
            [](const std::string& text) { parse_slices(text); }};
}

cli::own_option sleepers_option() {
    return {sleepers_name, "LIST", "parker,parker_spin,condvar,channel,eventfd",
            "parker,parker_spin,condvar,channel,eventfd (all)",
            [](const std::string& text) { parse_sleepers(text); }};
}

cli::sweep_axis slack_axis() {
    return {
        "slack_ns", {1, 1'000'000'000}, "1,1000,50000", "lateness over the thread's timer slack"};
}

cli::sweep_axis idle_axis() {
    return {"idle_us",
            {10, 1'000'000},
            "10,100,1000",
            "wake-up over how long the sleeper's CPU was idle"};
}

std::vector<std::uint64_t> chosen_slices(const cli::options& chosen) {
    const std::string& text = chosen.own.at(slices_name);
    if (!text.empty()) {
        return parse_slices(text);
    }
    if (chosen.quick || !chosen.sweep.empty()) {
        return {2};
    }
    return {2, 5, 10, 50, 100};
}

std::vector<sleeper_kind> chosen_sleepers(const cli::options& chosen) {
    return parse_sleepers(chosen.own.at(sleepers_name));
}

} // namespace tollgate::sleep_test
