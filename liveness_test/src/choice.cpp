// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"

#include <tollgate/cli/number.hpp>

#include <algorithm>
#include <string>

namespace tollgate::liveness_test {
namespace {

using std::chrono::milliseconds;

constexpr const char* threads_name = "threads";
constexpr const char* timeouts_name = "timeouts";
constexpr const char* period_name = "period";
constexpr cli::whole_range threads_range{1, 4'096};
constexpr cli::whole_range records_range{1, 1'000'000};
constexpr cli::whole_range timeout_range_ms{1, 60'000};
constexpr cli::whole_range period_range_ms{1, 1'000};

std::vector<std::uint64_t> parse_threads(const std::string& text) {
    return cli::parse_whole_list("--threads", text, threads_range);
}

std::vector<std::uint64_t> parse_timeouts(const std::string& text) {
    return cli::parse_whole_list("--timeouts", text, timeout_range_ms);
}

std::uint64_t parse_period(const std::string& text) {
    return cli::parse_whole("--period", text, period_range_ms);
}

} // namespace

cli::own_option threads_option() {
    return {threads_name, "LIST", "",
            "threads that do it at once, 1 to 4096 (1,4,64,1024; with --quick 1,4)",
            [](const std::string& text) { parse_threads(text); }};
}

cli::own_option timeouts_option() {
    return {timeouts_name, "LIST", "",
            "timeouts of threads that freeze, 1 to 60000 ms (5,50; with --quick 5)",
            [](const std::string& text) { parse_timeouts(text); }};
}

cli::own_option period_option() {
    return {period_name, "MS", "",
            "period of the monitor then, 1 to 1000 ms (a fifth of the timeout, at most 10)",
            [](const std::string& text) { parse_period(text); }};
}

cli::sweep_axis threads_axis() {
    return {"threads", threads_range, "1,4,16,64", "a checkpoint over the threads that pass them"};
}

cli::sweep_axis records_axis() {
    return {"records", records_range, "1,8,64,512", "a look over the records"};
}

std::vector<std::uint64_t> chosen_threads(const cli::options& chosen) {
    if (chosen.sweep_axis == threads_axis().name) {
        return chosen.sweep;
    }
    const std::string& text = chosen.own.at(threads_name);
    if (!text.empty()) {
        return parse_threads(text);
    }
    if (chosen.quick) {
        return {1, 4};
    }
    return {1, 4, 64, 1024};
}

bool were_threads_given(const cli::options& chosen) {
    return chosen.sweep_axis == threads_axis().name || !chosen.own.at(threads_name).empty();
}

std::vector<std::uint64_t> chosen_records(const cli::options& chosen) {
    if (chosen.sweep_axis == records_axis().name) {
        return chosen.sweep;
    }
    std::vector<std::uint64_t> records{1, 8, 32, 64, 128, 256, 512, 1024};
    if (!chosen.quick) {
        records.push_back(100'000);
    }
    return records;
}

std::vector<detection> chosen_detections(const cli::options& chosen) {
    const std::string& given = chosen.own.at(timeouts_name);
    const std::string& period = chosen.own.at(period_name);
    std::vector<std::uint64_t> timeouts{5};
    if (!given.empty()) {
        timeouts = parse_timeouts(given);
    } else if (!chosen.quick) {
        timeouts.push_back(50);
    }
    std::vector<detection> all;
    for (const std::uint64_t timeout : timeouts) {
        const std::uint64_t fifth = std::clamp<std::uint64_t>(timeout / 5, 1, 10);
        all.push_back(
            {milliseconds(timeout), milliseconds(period.empty() ? fifth : parse_period(period))});
    }
    return all;
}

} // namespace tollgate::liveness_test
