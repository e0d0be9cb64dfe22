// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <boost/version.hpp>

#include <fmt/format.h>

#include <utility>

namespace tollgate::timeout_test {
namespace {

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (!chosen.sweep) {
        add_receives_between_fibers(table);
        add_receives_between_threads(table);
        add_late_ones(table);
    }
    add_armed(table);
    return std::move(table).take();
}

bool is_headline(const measure::case_key& key) {
    if (key.path() == "timeout/armed/arm_cancel") {
        return key.is("impl", {own_impl, "heap"}) && key.number("timers") == 1'000'000;
    }
    if (!key.is("impl", {own_impl, boost_impl}) || !key.is("between", {"fibers"})) {
        return false;
    }
    if (key.has("load")) {
        return key.is("clock", {"os"}) && key.is("load", {"idle"});
    }
    const std::string_view group = key.within_program();
    return group == "deferred"
               ? key.is("clock", {"os"})
               : (group == "baseline" || group == "timeout") && !key.is("clock", {"coarse"});
}

environment::build_facts build_facts() {
    environment::build_facts facts = environment::facts_of_this_build();
    facts.boost_version = fmt::format("{}.{}.{}", BOOST_VERSION / 100'000,
                                      BOOST_VERSION / 100 % 1'000, BOOST_VERSION % 100);
    return facts;
}

void answer(report::answer& found) {
    const auto receive = [](const char* path, const char* impl,
                            const char* clock) -> report::case_pattern {
        return {path, {{"impl", impl}, {"clock", clock}, {"between", "fibers"}}};
    };
    found.say("A receive between fibers with a timeout by the kernel's clock costs",
              receive("timeout/timeout", "tollgate", "os"), "one without",
              receive("timeout/baseline", "tollgate", "os"));
    found.say("A receive between fibers with a timeout by the CPU's counter costs",
              receive("timeout/timeout", "tollgate", "tsc"), "one without",
              receive("timeout/baseline", "tollgate", "tsc"));
    found.say("In Tollgate's wheel, arming and cancelling one of a million timers costs",
              {"timeout/armed/arm_cancel", {{"impl", "tollgate"}}}, "doing so in a heap",
              {"timeout/armed/arm_cancel", {{"impl", "heap"}}});
}

} // namespace

measure::case_key receive_key(group of, std::string_view impl, clock_kind clock,
                              std::optional<cpu::placement> of_threads) {
    const measure::case_key key(std::string("timeout/").append(to_string(of)),
                                {{"impl", impl},
                                 {"clock", to_string(clock)},
                                 {"between", of_threads ? "threads" : "fibers"}});
    return of_threads ? key.with("placement", std::string(cpu::to_string(*of_threads))) : key;
}

cli::program describe_program() {
    cli::program what;
    what.name = "testTimeout";
    what.question = "What does it cost on this machine to wait for a message with a timeout?";
    what.budget_s = 30;
    what.headline_budget_s = 12;
    what.answer = answer;
    what.headline = is_headline;
    what.has_placements = true;
    what.placements_by_default = "same and core";
    what.words = {{"clocks",
                   {clock_names.begin(), clock_names.end()},
                   "clocks to count timeouts by: os,tsc,coarse (all)"}};
    what.numbers = {{"timers",
                     {1, 10'000'000},
                     "timers armed at once, 1 to 10000000 (1,1000,1000000)",
                     "1,100,10000",
                     "cost over the timers that are armed",
                     {1, 1'000, 1'000'000}},
                    {"after",
                     {10, 10'000'000},
                     "timeouts that fire, 10 to 10000000 us (1000)",
                     "",
                     "",
                     {1'000}}};
    what.ways = {"clock"};
    what.build = build_facts();
    what.cases = make_cases;
    return what;
}

} // namespace tollgate::timeout_test
