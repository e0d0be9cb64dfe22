// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/figure.hpp>

#include <array>
#include <string>
#include <utility>

namespace tollgate::cancel_test {
namespace {

using measure::case_key;

/// One question of 2016; the cases that answer it today.
struct question {
    const char* text;
    const char* published_ns; ///< rethread's documentation: i7-3630QM, Ubuntu 16.04
    case_key ours;
    case_key of_std;
};

std::array<question, 4> questions() {
    const auto ours = [](const char* what, const char* token) {
        return key_of(what, "tollgate", {{"token", token}});
    };
    return {question{"Register and unregister handler", "15.0", ours("register", "standalone"),
                     key_of("register", "std")},
            question{"Check cancellation token state", "1.7", ours("check", "standalone"),
                     key_of("check", "std")},
            question{"Create standalone_token", "21.3", ours("create", "standalone"), {}},
            question{"Create cancellation_source", "68.4", ours("create", "source"),
                     key_of("create", "std", {{"token", "source"}})}};
}

std::string value_of(const report::result& seen, const case_key& key) {
    const measure::case_result* one = seen.find(key.name());
    return one == nullptr || one->record.rounds.empty()
               ? "-"
               : report::ns_text(one->summary.value_ns.value);
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (!chosen.sweep) {
        add_costs_of_tokens(table);
    }
    add_cancellations(table);
    if (!chosen.sweep) {
        add_returns(table);
    }
    return std::move(table).take();
}

bool is_headline(const case_key& key) {
    const std::string& path = key.path();
    if (path == "cancel/cancel_to_return") {
        return key.is("placement", {"core"}) && key.is("waiting_in", {"condvar"});
    }
    if (path == "cancel/cancel") {
        return key.number("tokens") == 1 && !key.has("beside") &&
               (!key.has("registrations") || key.number("registrations") == 2);
    }
    return (path == "cancel/check" || path == "cancel/register" ||
            path == "cancel/wait_overhead") &&
           (!key.has("token") || key.is("token", {"standalone"}));
}

void answer(report::answer& found) {
    const auto of = [](const char* path, const char* impl) -> report::case_pattern {
        return {path, {{"impl", impl}}};
    };
    found.say("Asking a token whether it was cancelled costs", of("cancel/check", "tollgate"),
              "asking a flag", of("cancel/check", "flag"));
    found.say("Beside the waiting itself, a wait with a token costs",
              of("cancel/wait_overhead", "tollgate"), "one without",
              of("cancel/wait_overhead", "bare"));
    found.say("A wait on another CPU that a token ends has returned after",
              of("cancel/cancel_to_return", "tollgate"), "one that a flag and a notification end",
              of("cancel/cancel_to_return", "bare"));
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    bench::pivot_table table({""});
    for (const question& one : questions()) {
        const std::string ours = value_of(seen, one.ours);
        const std::string of_std = value_of(seen, one.of_std);
        if (ours != "-" || of_std != "-") {
            table.put({one.text}, "tollgate (ns)", ours);
            table.put({one.text}, "std (ns)", of_std);
            table.put({one.text}, "rethread as published (ns)", one.published_ns);
        }
    }
    return table.empty() ? ""
                         : "Creating includes destroying; rethread's figures are of 2016, an "
                           "i7-3630QM and Ubuntu 16.04:\n" +
                               table.str() + "\n";
}

cli::program describe_program() {
    cli::program what;
    what.name = "testCancel";
    what.question =
        "What does it cost on this machine that work can be cancelled, and to cancel it?";
    what.budget_s = 15;
    what.headline_budget_s = 12;
    what.answer = answer;
    what.headline = is_headline;
    what.has_placements = true;
    what.numbers = {{"tokens",
                     {1, 1'000'000},
                     "",
                     "1,10,100,1000",
                     "cancel() over the tokens of its source",
                     {1, 10, 1000}}};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = ancestor_table;
    return what;
}

} // namespace tollgate::cancel_test
