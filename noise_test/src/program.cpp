// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "noise_text.hpp"

#include <cstdint>
#include <utility>

namespace tollgate::noise_test {
namespace {

using measure::case_key;

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    add_taken(table);
    add_budgets(table);
    return std::move(table).take();
}

/// Fewer calls are too few to judge whether interrupts arrive.
constexpr std::uint64_t enough_sent = 1'000;

/// If the headline cases alone are wanted, the table has two CPUs at most.
bool is_headline(const case_key& key) {
    const std::string& path = key.path();
    if (path == "noise/taken") {
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

void answer(report::answer& found) {
    found.state(noise_text(found.seen(), extent::brief));
    const auto of = [](const char* path, const char* parameter,
                       const char* value) -> report::case_pattern {
        return {path, {{parameter, value}}};
    };
    found.say("A wake-up with a period of 1 ms is late by",
              of("noise/timer_lateness", "idle", "as_it_is"), "one with the idle states held",
              of("noise/timer_lateness", "idle", "held"));
    found.say("A thread whose CPU has idled for 1 ms runs after",
              of("noise/leave_idle", "idle_us", "1000"), "one whose CPU idled for 10 µs",
              of("noise/leave_idle", "idle_us", "10"));
    found.say("The call that wakes it takes", of("noise/wake_call", "found", "sleeper"),
              "one that finds no thread", of("noise/wake_call", "found", "none"));
    found.say("An interrupt to another CPU, and back, takes",
              of("noise/interrupt", "found", "running"));
    found.say("A switch on one CPU, with the calls around it, takes", {"noise/switch", {}});
}

} // namespace

std::vector<std::string> failed_interrupts(const report::result& seen) {
    std::vector<std::string> failures;
    for (const measure::case_result& one : seen.cases) {
        const auto& counted = one.record.counted;
        const auto sent = counted.find(interrupts_sent);
        const auto arrived = counted.find(interrupts_counted);
        if (sent != counted.end() && arrived != counted.end() && sent->second >= enough_sent &&
            arrived->second < sent->second / 100) {
            failures.push_back(one.record.key.name() + ": of " + std::to_string(sent->second) +
                               " calls that should have interrupted another CPU it counted " +
                               std::to_string(arrived->second));
        }
    }
    return failures;
}

std::vector<std::string> unproven_interrupts(const report::result& seen) {
    std::vector<std::string> lines;
    for (const measure::case_result& one : seen.cases) {
        const measure::case_key& key = one.record.key;
        if (key.path() != "noise/interrupt" || !key.is("found", {"running"}) ||
            one.record.rounds.empty()) {
            continue;
        }
        const auto sent = one.record.counted.find(interrupts_sent);
        if (sent == one.record.counted.end()) {
            lines.push_back(key.name() + ": whether the other CPU was interrupted is not counted "
                                         "here (no function calls in /proc/interrupts)");
        } else if (sent->second < enough_sent) {
            lines.push_back(key.name() +
                            ": whether the other CPU was interrupted is not judged by " +
                            std::to_string(sent->second) + " calls");
        }
    }
    return lines;
}

cli::program describe_program() {
    cli::program what;
    what.name = "testNoise";
    what.question = "What does this machine take from a thread that never waits, and what are the "
                    "parts of a wake-up?";
    what.budget_s = 20;
    what.headline_budget_s = 10;
    what.quick_budget_s = 2; // a slice of watching is 20 ms
    what.answer = answer;
    what.headline = is_headline;
    what.numbers = {{"idle",
                     {5, 1'000'000},
                     "how long a CPU idles before its sleeper is woken, 5 to 1000000 us "
                     "(10,100,1000,10000,100000)",
                     "",
                     "",
                     {10, 100, 1'000, 10'000, 100'000}}};
    what.words = {{"beside",
                   {"nothing", "smt", "core"},
                   "what a batch job runs on beside the first CPU: nothing,smt,core (nothing)",
                   {"nothing"},
                   {}}};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = [](const report::result& seen) { return noise_text(seen, extent::whole); };
    what.failed_proofs = failed_interrupts;
    what.proofs_not_made = unproven_interrupts;
    return what;
}

} // namespace tollgate::noise_test
