// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "baton_kinds.hpp"
#include "group_cases.hpp"
#include "matrix_cases.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/explain/hold_checks.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
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

/// The reason why this baton would show the scheduler's quanta there, or hand over nothing; else
/// none.
std::optional<std::string> refusal_of(needs place, placement where, std::size_t cpus) {
    if (place == needs::one_cpu && where != placement::same) {
        return "a yield hands over within one CPU only";
    }
    if (place == needs::own_cpus && where == placement::same) {
        return "a spinning thread keeps the other off their CPU: the case would show scheduler "
               "quanta";
    }
    if (place == needs::own_cpus && where == placement::free && cpus <= 2) {
        return std::to_string(cpus) + (cpus == 1 ? " CPU is" : " CPUs are") +
               " too few for 2 spinning threads: the case would show scheduler quanta";
    }
    return std::nullopt;
}

void add(bench::case_table& to, const baton_kind& baton, std::uint64_t threads, placement where) {
    const measure::case_key key = key_of(baton.name, threads, where);
    if (const auto reason = refusal_of(baton.place, where, to.machine().threads.size())) {
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

/// Adds the batons whose members need CPUs of their own, or all other batons.
void add_batons(bench::case_table& to, bool own_cpus, std::uint64_t threads, placement where) {
    for (const baton_kind& baton : all_batons()) {
        if ((baton.place == needs::own_cpus) == own_cpus) {
            add(to, baton, threads, where);
        }
    }
}

/// The numbers of threads of a barrier. A pinned group has two, because a placement is a relation
/// of two CPUs: other numbers that the user chose are refused. A free group may also have a thread
/// for each CPU, or as many as the user wants.
std::set<std::uint64_t> sizes_of_meetings(const bench::case_table& to, placement where) {
    std::set<std::uint64_t> sizes;
    if (where == placement::free || to.chosen().sweep || to.chosen().given.contains("members")) {
        const std::vector<std::uint64_t>& chosen = to.chosen().numbers.at("threads");
        sizes.insert(chosen.begin(), chosen.end());
    }
    if (!to.chosen().sweep) {
        sizes.insert(2);
        if (where == placement::free && to.machine().threads.size() > 2) {
            sizes.insert(to.machine().threads.size());
        }
    }
    return sizes;
}

/// Adds the cases of whole groups of threads. A sweep goes over the sizes of barriers alone.
void add_groups(bench::case_table& to, placement where) {
    if (!to.chosen().sweep) {
        add_create_join(to, where);
        // Refuses all of them in one line if this machine has no such place.
        if (!to.assign(where, 2, key_of("*", 2, where))) {
            return;
        }
        add_pool_post(to, where);
    }
    for (const std::uint64_t threads : sizes_of_meetings(to, where)) {
        add_meetings(to, threads, where);
    }
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    if (chosen.given.contains(matrix_flag)) {
        return matrix_cases(chosen, machine);
    }
    bench::case_table table(chosen, machine);
    for (const placement where : bench::ordered_placements(chosen, machine)) {
        for (const std::uint64_t threads : chosen.numbers.at("threads")) {
            // Refuses all of them in one line if this machine has no such place.
            if (table.assign(where, threads, key_of("*", threads, where))) {
                add_batons(table, false, threads, where);
            }
        }
        add_batons(table, true, 2, where);
        add_groups(table, where);
    }
    return std::move(table).take();
}

/// The same hand-off by threads that spin for a while before they sleep. It does not show the cost
/// of idle states alone, because it saves the calls for sleeping and waking, too.
explain::intervention spin_first(measure::measured_case spinning) {
    explain::intervention spin_before_sleep{
        {"spin=50us",
         "a thread spins for 50 µs before it sleeps",
         {"use a waiter that spins before it sleeps, as Tollgate's sleepers and queues do",
          "up to 50 µs of CPU time for each wait", "", ""}}};
    spin_before_sleep.instead = std::move(spinning);
    spin_before_sleep.check_hold =
        explain::expect_fewer(explain::witness::switches, "its threads slept");
    return spin_before_sleep;
}

std::vector<explain::intervention> interventions(const measure::measured_case& control,
                                                 const cli::options&,
                                                 const cpu::topology& machine) {
    std::vector<explain::intervention> all;
    const auto where = cpu::parse_placement(control.key.text("placement"));
    if (!where || where == placement::same || control.threads > machine.threads.size()) {
        return all; // a thread that spins would keep other threads off its CPU
    }
    const auto place = cpu::assign(*where, machine, control.threads);
    const auto* assigned = std::get_if<cpu::assignment>(&place);
    for (const baton_kind& baton : all_batons()) {
        if (control.key.within_program() == baton.name && baton.spin_first_ring != nullptr &&
            assigned != nullptr) {
            all.push_back(
                spin_first(baton.spin_first_ring(control.key, control.threads, *assigned)));
        }
    }
    return all;
}

/// On one CPU all but an eventfd, which is similar to a pipe. On two CPUs the batons that differ
/// from that, and free the baton of the clock-pair method and the creation of a thread.
bool is_headline(const measure::case_key& key) {
    if (key.has("impl")) {
        return key == create_join_key("std_thread", placement::free);
    }
    const std::string_view baton = key.within_program();
    if (key.is("placement", {"same"})) {
        return baton != "eventfd" && baton != spin;
    }
    if (key.is("placement", {"core"})) {
        return baton == condvar || baton == "pipe" || baton == spin || baton == "*";
    }
    return baton == condvar && key.is("placement", {"free"});
}

void answer(report::answer& text) {
    const auto hand_off = [](const char* path, const char* where) -> report::case_pattern {
        return {path, {{"placement", where}}};
    };
    const report::case_pattern same = hand_off("thread/condvar", "same");
    const char* on_one = "one on the same CPU";
    text.say("A hand-off to a thread that sleeps on another CPU costs",
             hand_off("thread/condvar", "core"), on_one, same);
    text.say("A hand-off to a thread that spins on another CPU costs",
             hand_off("thread/spin", "core"), on_one, same);
    text.say("A hand-off by a pipe on one CPU costs", hand_off("thread/pipe", "same"), on_one,
             same);
}

} // namespace

cli::program describe_program() {
    cli::program description;
    description.name = "testThread";
    description.question =
        "What does handing over from one thread to another cost on this machine?";
    description.members = "threads";
    description.members_range = {2, 1'000};
    description.kind = "Thread";
    description.budget_s = 30;
    description.headline_budget_s = 15;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    description.interventions = interventions;
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.flags = {describe_matrix()};
    description.optional = {{"thread/cache_line", std::string("--") + matrix_flag}};
    description.cases = make_cases;
    description.reference = [](const cli::options& chosen, const cpu::topology&) {
        return key_of(condvar, chosen.members, placement::free).name();
    };
    return description;
}

} // namespace tollgate::thread_test
