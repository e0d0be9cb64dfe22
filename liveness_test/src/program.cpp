// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "demo.hpp"

#include <tollgate/stats/histogram.hpp>

#include <fmt/format.h>

#include <utility>

namespace tollgate::liveness_test {
namespace {

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (chosen.is_swept("threads")) {
        add_checkpoints(table);
    } else if (chosen.is_swept("records")) {
        add_scans(table);
    } else {
        add_clocks(table);
        add_checkpoints(table);
        add_scopes(table);
        add_registrations(table);
        add_full_cycles(table);
        add_scans(table);
        add_detections(table);
        add_false_alarms(table);
    }
    return std::move(table).take();
}

bool is_headline(const measure::case_key& key) {
    const std::string& path = key.path();
    if (path == "liveness/checkpoint" || path == "liveness/register") {
        return key.number("threads") == 1;
    }
    return key.is("source", {"tsc"}) || path == "liveness/blocking" ||
           (path == "liveness/scan" && key.number("records") == 64) ||
           (path == "liveness/detection_delay" && key.number("timeout_ms") == 5);
}

void answer(report::answer& answers) {
    const report::case_pattern checkpoint{"liveness/checkpoint",
                                          {{"impl", "tollgate"}, {"policy", "coarse"}}};
    answers.say("A checkpoint of a watched thread costs", checkpoint,
                "a stamp with the clock's time",
                {"liveness/checkpoint", {{"impl", "clock_stamp"}}});
    answers.say("Registering and deregistering a thread costs",
                {"liveness/register", {{"impl", "tollgate"}}}, "an entry in a locked list",
                {"liveness/register", {{"impl", "locked_list"}}});
    answers.say("After a timeout of 5 ms, a frozen thread is reported later by",
                {"liveness/detection_delay", {{"timeout_ms", "5"}}});
}

/// The number of samples up to the limit. The largest sample is exact, the others count as the
/// middle of their bucket.
std::uint64_t not_above(const stats::histogram& samples, double limit) {
    if (static_cast<double>(samples.max()) <= limit) {
        return samples.count();
    }
    std::uint64_t within = 0;
    for (const stats::histogram::bucket& bucket : samples.buckets()) {
        const double middle = static_cast<double>(bucket.low + bucket.high) / 2;
        within += middle <= limit ? bucket.count : 0;
    }
    return within;
}

} // namespace

std::string detection_text(const report::result& result) {
    std::string text;
    for (const auto& [record, summary] : result.cases) {
        const auto timeout_ms = record.key.number("timeout_ms");
        const auto period_ms = record.key.number("period_ms");
        if (record.key.path() != "liveness/detection_delay" || !timeout_ms || !period_ms ||
            record.samples.count() == 0) {
            continue;
        }
        const double ms_per_count = record.ns_per_count / 1e6;
        const double two_periods_ms = 2 * static_cast<double>(*period_ms);
        const double longest_ms = static_cast<double>(record.samples.max()) * ms_per_count;
        text += fmt::format("Timeout {} ms, period {} ms: {} of {} within timeout + 2 periods; the "
                            "longest {:.2f} ms\n",
                            *timeout_ms, *period_ms,
                            not_above(record.samples, two_periods_ms / ms_per_count),
                            record.samples.count(), static_cast<double>(*timeout_ms) + longest_ms);
    }
    return text;
}

cli::program describe_program() {
    cli::program program;
    program.name = "testLiveness";
    program.question = "What does it cost on this machine to notice that a thread is stuck?";
    program.budget_s = 25;
    program.headline_budget_s = 12;
    program.answer = answer;
    program.headline = is_headline;
    program.actions = {demo_action()};
    program.numbers = {{.name = "threads",
                        .range = {1, 4'096},
                        .help = "numbers of threads with the operation, 1 to 4096 (1,4,64,1024)",
                        .sweep_example = "1,4,16,64",
                        .sweep_help = "cost of a checkpoint over the number of threads",
                        .defaults = {1, 4, 64, 1'024}},
                       {.name = "timeouts",
                        .range = {1, 60'000},
                        .help = "timeouts of the threads that freeze, 1 to 60000 ms (5,50)",
                        .defaults = {5, 50}},
                       {.name = "period",
                        .range = {1, 1'000},
                        .help = "period of the monitor, 1 to 1000 ms (a fifth of the timeout, "
                                "at most 10)",
                        .argument = "MS"},
                       {.name = "records",
                        .range = {1, 1'000'000},
                        .help = "",
                        .sweep_example = "1,8,64,512",
                        .sweep_help = "cost of a scan over the number of records",
                        .defaults = {1, 8, 32, 64, 128, 256, 512, 1'024, 100'000}}};
    program.case_names = case_names();
    program.build = environment::facts_of_this_build();
    program.cases = make_cases;
    program.overview = [](const report::result& result, std::size_t) {
        return detection_text(result);
    };
    return program;
}

} // namespace tollgate::liveness_test
