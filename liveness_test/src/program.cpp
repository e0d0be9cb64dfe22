// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "demo.hpp"

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

void answer(report::answer& found) {
    const report::case_pattern checkpoint{"liveness/checkpoint",
                                          {{"impl", "tollgate"}, {"policy", "coarse"}}};
    found.say("A checkpoint of a watched thread costs", checkpoint, "a stamp with the clock's time",
              {"liveness/checkpoint", {{"impl", "clock_stamp"}}});
    found.say("Registering and deregistering a thread costs",
              {"liveness/register", {{"impl", "tollgate"}}}, "an entry in a locked list",
              {"liveness/register", {{"impl", "locked_list"}}});
    found.say("The report of a frozen thread comes later than its timeout of 5 ms by",
              {"liveness/detection_delay", {{"timeout_ms", "5"}}});
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testLiveness";
    what.question = "What does it cost on this machine to notice that a thread is stuck?";
    what.budget_s = 25;
    what.headline_budget_s = 12;
    what.answer = answer;
    what.headline = is_headline;
    what.actions = {demo_action()};
    what.numbers = {{"threads",
                     {1, 4'096},
                     "threads that do it at once, 1 to 4096 (1,4,64,1024)",
                     "1,4,16,64",
                     "a checkpoint over the threads that pass them",
                     {1, 4, 64, 1'024}},
                    {"timeouts",
                     {1, 60'000},
                     "timeouts of threads that freeze, 1 to 60000 ms (5,50)",
                     "",
                     "",
                     {5, 50}},
                    {"records",
                     {1, 1'000'000},
                     "",
                     "1,8,64,512",
                     "a look over the records",
                     {1, 8, 32, 64, 128, 256, 512, 1'024, 100'000}}};
    cli::number_axis period;
    period.name = "period";
    period.range = {1, 1'000};
    period.help = "period of the monitor then, 1 to 1000 ms (a fifth of the timeout, at most 10)";
    period.argument = "MS";
    what.numbers.insert(what.numbers.begin() + 2, period);
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = [](const report::result& seen) {
        return ancestor_table(seen) + detection_text(seen);
    };
    return what;
}

} // namespace tollgate::liveness_test
