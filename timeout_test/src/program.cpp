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
        add_firing_timeouts(table);
        add_ticks(table);
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

void answer(report::answer& text) {
    const auto receive = [](const char* path, const char* impl,
                            const char* clock) -> report::case_pattern {
        return {path, {{"impl", impl}, {"clock", clock}, {"between", "fibers"}}};
    };
    text.say("A receive between fibers with a timeout by the kernel's clock costs",
             receive("timeout/timeout", "tollgate", "os"), "one without",
             receive("timeout/baseline", "tollgate", "os"));
    text.say("A receive between fibers with a timeout by the CPU's counter costs",
             receive("timeout/timeout", "tollgate", "tsc"), "one without",
             receive("timeout/baseline", "tollgate", "tsc"));
    text.say("In Tollgate's wheel, arming and cancelling one of a million timers costs",
             {"timeout/armed/arm_cancel", {{"impl", "tollgate"}}}, "doing so in a heap",
             {"timeout/armed/arm_cancel", {{"impl", "heap"}}});
}

} // namespace

measure::case_key receive_key(group timeout_group, std::string_view impl, clock_kind clock,
                              std::optional<cpu::placement> thread_placement) {
    const measure::case_key key(std::string("timeout/").append(to_string(timeout_group)),
                                {{"impl", impl},
                                 {"clock", to_string(clock)},
                                 {"between", thread_placement ? "threads" : "fibers"}});
    return thread_placement ? key.with("placement", std::string(cpu::to_string(*thread_placement)))
                            : key;
}

cli::program describe_program() {
    cli::program description;
    description.name = "testTimeout";
    description.question =
        "What does it cost on this machine to wait for a message with a timeout?";
    description.budget_s = 30;
    description.headline_budget_s = 12;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    description.placements_by_default = "same and core";
    description.words = {{"clocks",
                          {clock_names.begin(), clock_names.end()},
                          "clocks of the timeouts: os,tsc,coarse (all)"}};
    description.numbers = {{"timers",
                            {1, 10'000'000},
                            "timers armed at once, 1 to 10000000 (1,1000,1000000)",
                            "1,100,10000",
                            "cost over the number of armed timers",
                            {1, 1'000, 1'000'000}},
                           {"after",
                            {10, 10'000'000},
                            "lengths of the timeouts that fire, 10 to 10000000 us (1000)",
                            "",
                            "",
                            {1'000}}};
    description.ways = {"clock"};
    description.case_names = case_names();
    description.build = build_facts();
    description.cases = make_cases;
    return description;
}

} // namespace tollgate::timeout_test
