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

/// A question of 2016, and the cases that answer it today.
struct question {
    const char* text;
    const char* published_ns; ///< rethread's documentation: i7-3630QM, Ubuntu 16.04
    case_key our_key;
    case_key std_key;
};

std::array<question, 4> questions() {
    const auto our_key = [](const char* path, const char* token) {
        return make_key(path, "tollgate", {{"token", token}});
    };
    return {question{"Register and unregister handler", "15.0", our_key("register", "standalone"),
                     make_key("register", "std")},
            question{"Check cancellation token state", "1.7", our_key("check", "standalone"),
                     make_key("check", "std")},
            question{"Create standalone_token", "21.3", our_key("create", "standalone"), {}},
            question{"Create cancellation_source", "68.4", our_key("create", "source"),
                     make_key("create", "std", {{"token", "source"}})}};
}

std::string value_text(const report::result& result, const case_key& key) {
    const measure::case_result* measured = result.find(key.name());
    return measured == nullptr || measured->record.rounds.empty()
               ? "-"
               : report::ns_text(measured->summary.as_it_is_ns.value);
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

void answer(report::answer& text) {
    const auto cases = [](const char* path, const char* impl) -> report::case_pattern {
        return {path, {{"impl", impl}}};
    };
    text.say("Checking whether a token is cancelled costs", cases("cancel/check", "tollgate"),
             "checking a flag", cases("cancel/check", "flag"));
    text.say("Without the waiting itself, a wait with a token costs",
             cases("cancel/wait_overhead", "tollgate"), "a wait without a token",
             cases("cancel/wait_overhead", "bare"));
    text.say("A token ends a wait on another CPU; the wait returns after",
             cases("cancel/cancel_to_return", "tollgate"),
             "a wait that a flag and a notification end", cases("cancel/cancel_to_return", "bare"));
}

} // namespace

std::string earlier_tool_table(const report::result& result) {
    bench::pivot_table table({""});
    for (const question& asked : questions()) {
        const std::string our_value = value_text(result, asked.our_key);
        const std::string std_value = value_text(result, asked.std_key);
        if (our_value != "-" || std_value != "-") {
            table.put({asked.text}, "tollgate (ns)", our_value);
            table.put({asked.text}, "std (ns)", std_value);
            table.put({asked.text}, "rethread as published (ns)", asked.published_ns);
        }
    }
    return table.empty() ? ""
                         : "Creating includes destroying; rethread's figures are of 2016, an "
                           "i7-3630QM and Ubuntu 16.04:\n" +
                               table.str();
}

cli::program describe_program() {
    cli::program description;
    description.name = "testCancel";
    description.question = "What does it cost on this machine to make work cancellable, and what "
                           "does a cancellation cost?";
    description.budget_s = 15;
    description.headline_budget_s = 11.5;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    description.numbers = {{"tokens",
                            {1, 1'000'000},
                            "",
                            "1,10,100,1000",
                            "cost of cancel() for each number of tokens of its source",
                            {1, 10, 1000}}};
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.cases = make_cases;
    description.overview = [](const report::result& result, std::size_t) {
        return earlier_tool_table(result);
    };
    return description;
}

} // namespace tollgate::cancel_test
