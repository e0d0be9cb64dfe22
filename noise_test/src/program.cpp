// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "noise_text.hpp"

#include <tollgate/clock/tsc_clock.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace tollgate::noise_test {
namespace {

using measure::case_key;

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (!machine.can_pin) {
        table.refuse({"noise/*"}, "this system does not let a thread choose its CPU");
        return std::move(table).take();
    }
    add_lost_time(table);
#if defined(__linux__)
    add_wake_ups(table);
#endif
    return std::move(table).take();
}

/// Fewer calls are too few to judge whether interrupts arrive.
constexpr std::uint64_t enough_sent = 1'000;

bool is_headline(const case_key& key) {
    const std::string& path = key.path();
    if (path == "noise/lost_time") {
        return true;
    }
    if (path == "noise/timer_lateness") {
        return key.is("idle", {"as_it_is", "held"});
    }
    if (path == "noise/leave_idle") {
        return key.is("idle", {"as_it_is", "*"}) && key.is("idle_us", {"10", "1000", "*"});
    }
    return path == "noise/wake_call" || path == "noise/switch" || path == "noise/timer_arm" ||
           path == "noise/interrupt";
}

void answer(report::answer& text) {
    text.state(noise_text(text.run(), text.columns()));
    const auto pattern = [](const char* path, const char* parameter,
                            const char* value) -> report::case_pattern {
        return {path, {{parameter, value}}};
    };
    text.say("A wake-up with a period of 1 ms is late by",
             pattern("noise/timer_lateness", "idle", "as_it_is"), "one with the idle states held",
             pattern("noise/timer_lateness", "idle", "held"));
    text.say("A thread whose CPU has idled for 1 ms runs after",
             pattern("noise/leave_idle", "idle_us", "1000"), "one whose CPU idled for 10 µs",
             pattern("noise/leave_idle", "idle_us", "10"));
    text.say("The call that wakes it takes", pattern("noise/wake_call", "found", "sleeper"),
             "one that finds no thread", pattern("noise/wake_call", "found", "none"));
    text.say("An interrupt to another CPU, and back, takes",
             pattern("noise/interrupt", "found", "running"));
    text.say("A switch on one CPU, with the calls around it, takes", {"noise/switch", {}});
}

} // namespace

double ns_per_count(clock::source probe_clock) {
    if (probe_clock != clock::source::tsc) {
        return 1;
    }
    if (!clock::tsc_clock::is_scaled()) {
        throw run::machine_refused("--clock: the counter runs unevenly");
    }
    return clock::tsc_clock::measured().ns_per_count();
}

std::vector<std::string> failed_interrupts(const report::result& result) {
    std::vector<std::string> failures;
    for (const auto& [record, summary] : result.cases) {
        const auto sent = record.counted.find(interrupts_sent);
        const auto arrived = record.counted.find(interrupts_counted);
        if (sent != record.counted.end() && arrived != record.counted.end() &&
            sent->second >= enough_sent && arrived->second < sent->second / 100) {
            failures.push_back(fmt::format(
                "{}: of {} calls that should have interrupted another CPU it counted {}",
                record.key.name(), sent->second, arrived->second));
        }
    }
    return failures;
}

std::vector<std::string> unchecked_interrupts(const report::result& result) {
    std::vector<std::string> lines;
    for (const auto& [record, summary] : result.cases) {
        const measure::case_key& key = record.key;
        if (key.path() != "noise/interrupt" || !key.is("found", {"running"}) ||
            record.rounds.empty()) {
            continue;
        }
        const auto sent = record.counted.find(interrupts_sent);
        const std::string begin = key.name() + ": whether the other CPU was interrupted is not ";
        if (sent == record.counted.end()) {
            lines.push_back(begin + "counted here (no function calls in /proc/interrupts)");
        } else if (sent->second < enough_sent) {
            lines.push_back(fmt::format("{}judged by {} calls", begin, sent->second));
        }
    }
    return lines;
}

cli::program describe_program() {
    cli::program description;
    description.name = "testNoise";
    description.question =
        "How much time does a busy thread lose on each CPU, and what are the parts of a wake-up?";
    description.budget_s = 20;
    description.headline_budget_s = 10;
    description.quick_budget_s = 2; // a watched slice is 20 ms
    description.answer = answer;
    description.headline = is_headline;
    description.numbers = {{"idle",
                            {5, 1'000'000},
                            "how long a CPU idles before its sleeper is woken, 5 to 1000000 us "
                            "(10,100,1000,10000,100000)",
                            "",
                            "",
                            {10, 100, 1'000, 10'000, 100'000}}};
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.cases = make_cases;
    description.overview = [](const report::result& result, std::size_t columns) {
        return noise_text(result, columns) + longest_gaps_text(result);
    };
    description.failed_self_checks = failed_interrupts;
    description.self_checks_not_made = unchecked_interrupts;
    return description;
}

} // namespace tollgate::noise_test
