// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "baton_kinds.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/explain/counted_proofs.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tollgate::thread_test {
namespace {

using cpu::placement;

constexpr const char* condvar = "condvar";
constexpr std::string_view spin = "spin";

measure::case_key key_of(const char* baton, std::uint64_t threads, placement where) {
    return {std::string("thread/") + baton,
            {{"threads", threads}, {"placement", cpu::to_string(where)}}};
}

/// Nothing, or why this baton would show the scheduler's quanta there, or hand over nothing.
std::optional<std::string> why_not(needs place, placement where, std::size_t cpus) {
    if (place == needs::one_cpu && where != placement::same) {
        return "a yield hands over within one CPU only";
    }
    if (place == needs::own_cpus && where == placement::same) {
        return "a thread that spins keeps the other off their CPU: it would show scheduler quanta";
    }
    if (place == needs::own_cpus && where == placement::free && cpus <= 2) {
        return std::to_string(cpus) + (cpus == 1 ? " CPU" : " CPUs") +
               " for 2 spinning threads and everything else: it would show scheduler quanta";
    }
    return std::nullopt;
}

void add(bench::case_table& to, const baton_kind& baton, std::uint64_t threads, placement where) {
    const measure::case_key key = key_of(baton.name, threads, where);
    if (const auto reason = why_not(baton.place, where, to.machine().threads.size())) {
        if (baton.place != needs::one_cpu || where != placement::free) {
            to.refuse(key, *reason);
        }
        return;
    }
    if (const auto reason = too_many_files(baton.files * threads)) {
        to.refuse(key, *reason);
        return;
    }
    if (const auto place = to.assign(where, threads, key)) {
        to.add(baton.ring(key, threads, *place));
    }
}

/// Those whose members need CPUs of their own, or all others.
void add_batons(bench::case_table& to, bool own_cpus, std::uint64_t threads, placement where) {
    for (const baton_kind& baton : all_batons()) {
        if ((baton.place == needs::own_cpus) == own_cpus) {
            add(to, baton, threads, where);
        }
    }
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    for (const placement where : bench::ordered_placements(chosen, machine)) {
        for (const std::uint64_t threads : chosen.numbers.at("threads")) {
            // One line for all of them where this machine has no such place.
            if (table.assign(where, threads, key_of("*", threads, where))) {
                add_batons(table, false, threads, where);
            }
        }
        add_batons(table, true, 2, where);
    }
    return std::move(table).take();
}

/// The same hand-off by threads that spin for a while before they sleep. It is a figure of no
/// verdict on idle states: it saves the calls for sleeping and waking, too.
explain::intervention spin_first(measure::measured_case spinning) {
    explain::intervention one{
        {"spin=50us",
         "a thread spins for 50 µs before it sleeps",
         {"a waiter that spins before it sleeps; of ours: the sleepers and queues do",
          "up to 50 µs of its CPU for each wait", "", ""}}};
    one.instead = std::move(spinning);
    one.proof = explain::expect_fewer(explain::witness::switches, "its threads slept");
    return one;
}

std::vector<explain::intervention> interventions(const measure::measured_case& control,
                                                 const cli::options&,
                                                 const cpu::topology& machine) {
    std::vector<explain::intervention> all;
    const auto where = cpu::parse_placement(control.key.text("placement"));
    if (!where || where == placement::same || control.threads > machine.threads.size()) {
        return all; // a thread that spins would keep the others off its CPU
    }
    const auto place = cpu::assign(*where, machine, control.threads);
    const auto* assigned = std::get_if<cpu::assignment>(&place);
    for (const baton_kind& baton : all_batons()) {
        if (control.key.within_program() == baton.name && baton.looking_ring != nullptr &&
            assigned != nullptr) {
            all.push_back(spin_first(baton.looking_ring(control.key, control.threads, *assigned)));
        }
    }
    return all;
}

/// All on one CPU but an eventfd, which is a pipe with less; on two those by which they differ, and
/// what the classical run observes.
bool is_headline(const measure::case_key& key) {
    const std::string_view baton = key.within_program();
    if (key.is("placement", {"same"})) {
        return baton != "eventfd" && baton != spin;
    }
    if (key.is("placement", {"core"})) {
        return baton == condvar || baton == "pipe" || baton == spin || baton == "*";
    }
    return baton == condvar && key.is("placement", {"free"});
}

void answer(report::answer& found) {
    const auto hand_off = [](const char* path, const char* where) -> report::case_pattern {
        return {path, {{"placement", where}}};
    };
    const report::case_pattern same = hand_off("thread/condvar", "same");
    const char* on_one = "one by a condition variable on one CPU";
    found.say("A hand-off to a thread that sleeps on another CPU costs",
              hand_off("thread/condvar", "core"), on_one, same);
    found.say("A hand-off to a thread that spins on another CPU costs",
              hand_off("thread/spin", "core"), on_one, same);
    found.say("A hand-off by a pipe on one CPU costs", hand_off("thread/pipe", "same"), on_one,
              same);
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testThread";
    what.question = "What does handing over from one thread to another cost on this machine?";
    what.members = "threads";
    what.members_range = {2, 1'000};
    what.kind = "Thread";
    what.budget_s = 18;
    what.headline_budget_s = 15;
    what.answer = answer;
    what.headline = is_headline;
    what.has_placements = true;
    what.interventions = interventions;
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.reference = [](const cli::options& chosen) {
        return key_of(condvar, chosen.members, placement::free).name();
    };
    return what;
}

} // namespace tollgate::thread_test
