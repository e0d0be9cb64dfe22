// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "baton_ring.hpp"
#include "batons.hpp"
#include "looking_baton.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/explain/counted_proofs.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tollgate::thread_test {
namespace {

using cpu::placement;

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

template <class Baton>
void add(bench::case_table& to, std::uint64_t threads, placement where) {
    const measure::case_key key = key_of(Baton::name, threads, where);
    if (const auto reason = why_not(place_for<Baton>(), where, to.machine().threads.size())) {
        if (place_for<Baton>() != needs::one_cpu || where != placement::free) {
            to.refuse(key, *reason);
        }
        return;
    }
    if constexpr (requires { Baton::files_for(threads); }) {
        if (const auto reason = too_many_files(Baton::files_for(threads))) {
            to.refuse(key, *reason);
            return;
        }
    }
    if (const auto place = to.assign(where, threads, key)) {
        to.add(measure::make_case(key, Baton::unit, threads, threads,
                                  baton_ring<Baton>{threads, *place},
                                  bench::settling_on_one_cpu(threads)));
    }
}

/// Those whose members need CPUs of their own, or all others.
template <bool OwnCpus>
void add_batons(bench::case_table& to, std::uint64_t threads, placement where) {
    for_each_baton([&]<class Baton>(std::type_identity<Baton>) {
        if constexpr ((place_for<Baton>() == needs::own_cpus) == OwnCpus) {
            add<Baton>(to, threads, where);
        }
    });
}

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    for (const placement where : bench::ordered_placements(chosen)) {
        for (const std::uint64_t threads : chosen.numbers.at("threads")) {
            // One line for all of them where this machine has no such place.
            if (table.assign(where, threads, key_of("*", threads, where))) {
                add_batons<false>(table, threads, where);
            }
        }
        add_batons<true>(table, 2, where);
    }
    return std::move(table).take();
}

/// The same hand-off by threads that look for a while before they sleep.
template <class Baton>
explain::intervention look_first(const measure::measured_case& control,
                                 const cpu::assignment& where) {
    explain::intervention one;
    one.name = "look=50us";
    one.effect = "goes when a thread looks for 50 us before it sleeps";
    one.verdict = "idle states";
    one.follows = {"a waiter that looks before it sleeps; of ours: the sleepers and queues do",
                   "up to 50 us of its CPU for each wait", "", ""};
    one.instead = measure::make_case(control.key, control.unit, control.lap, control.threads,
                                     baton_ring<looking_baton<Baton>>{control.threads, where},
                                     control.settling);
    one.proof = explain::fewer_switches;
    return one;
}

std::vector<explain::intervention> interventions(const measure::measured_case& control,
                                                 const cli::options&,
                                                 const cpu::topology& machine) {
    std::vector<explain::intervention> all;
    const auto where = cpu::parse_placement(control.key.text("placement"));
    if (!where || where == placement::same || control.threads > machine.threads.size()) {
        return all; // a thread that looks would keep the others off its CPU
    }
    const auto place = cpu::assign(*where, machine, control.threads);
    for_each_baton([&]<class Baton>(std::type_identity<Baton>) {
        if constexpr (place_for<Baton>() == needs::nothing) {
            if (control.key.within_program() == Baton::name &&
                std::holds_alternative<cpu::assignment>(place)) {
                all.push_back(look_first<Baton>(control, std::get<cpu::assignment>(place)));
            }
        }
    });
    return all;
}

/// All on one CPU but an eventfd, which is a pipe with less; on two those by which they differ, and
/// what the classical run observes.
bool is_headline(const measure::case_key& key) {
    const std::string_view baton = key.within_program();
    if (key.is("placement", {"same"})) {
        return baton != "eventfd" && baton != spin_baton::name;
    }
    if (key.is("placement", {"core"})) {
        return baton == condvar_baton::name || baton == "pipe" || baton == spin_baton::name ||
               baton == "*";
    }
    return baton == condvar_baton::name && key.is("placement", {"free"});
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
        return key_of(condvar_baton::name, chosen.members, placement::free).name();
    };
    return what;
}

} // namespace tollgate::thread_test
