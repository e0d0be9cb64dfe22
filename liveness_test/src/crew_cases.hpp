// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "block_loop.hpp"
#include "cases.hpp"
#include "crew_loop.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {

using parameters = std::vector<measure::parameter>;

/// A subject in a loop.
template <class Subject, std::uint64_t Block = 64>
void add_block(bench::case_table& to, measure::case_key key, std::string unit,
               const measure::case_key& compared_with, const setup& how = {}) {
    to.add(
        measure::make_case(std::move(key), std::move(unit), 1, 1, block_loop<Subject, Block>{how}),
        compared_with);
}

/// What many threads do at once: "checkpoint" or "register", in words, and whose it is compared
/// with.
struct crew_question {
    std::string what;
    std::string unit; ///< "one checkpoint"
    parameters reference;
    std::optional<measure::case_key> reference_of_one = {}; ///< if one thread has another
};

[[nodiscard]] inline measure::case_key crew_key(const std::string& what, const parameters& whose,
                                                std::uint64_t threads) {
    return measure::case_key("liveness/" + what, whose).with("threads", threads);
}

[[nodiscard]] inline std::vector<int> cpus_of(const cpu::topology& machine) {
    std::vector<int> cpus;
    cpus.reserve(machine.threads.size());
    for (const cpu::hardware_thread& one : machine.threads) {
        cpus.push_back(one.cpu);
    }
    return cpus;
}

/// What is asked of crews. A crew of a thousand takes a tenth of a second to start, so others than
/// ours are asked for less, unless the numbers of threads were given.
enum class asked_of_crews { everything, cost, cost_of_small_ones };

inline constexpr std::uint64_t largest_small_crew = 64;

/// A crew starts in about so long, for each of its threads.
inline constexpr std::chrono::microseconds starting_a_thread{80};

/// One thread in an unobserved loop. Of several what each pays, where they share one CPU and no two
/// share a core, and what all of them get done on all CPUs.
template <class Subject>
void add_crews(bench::case_table& to, const crew_question& asked, const parameters& whose,
               asked_of_crews extent, const setup& how = {}) {
    const auto add = [&](const std::string& what, std::uint64_t threads, asked_of_crew of,
                         const std::string& unit) {
        std::vector<int> cpus = cpus_of(to.machine());
        if (of == asked_of_crew::cost) {
            cpus.erase(cpus.begin(), cpus.end() - 1);
        }
        const crew_loop<Subject> loop{threads, of, how, std::move(cpus)};
        const std::chrono::nanoseconds work(
            static_cast<std::int64_t>(static_cast<double>(loop.calls()) * Subject::about_ns));
        to.add(measure::make_event_case(
                   crew_key(what, whose, threads), asked.unit + unit, threads, loop,
                   {(work + starting_a_thread) * threads, std::chrono::nanoseconds(0)}),
               crew_key(what, asked.reference, threads));
    };
    for (const std::uint64_t threads : to.chosen().numbers.at("threads")) {
        if (extent == asked_of_crews::cost_of_small_ones && threads > largest_small_crew &&
            !to.chosen().is_given("threads")) {
            continue;
        }
        if (threads == 1) {
            add_block<Subject>(
                to, crew_key(asked.what, whose, 1), asked.unit,
                asked.reference_of_one.value_or(crew_key(asked.what, asked.reference, 1)), how);
            continue;
        }
        add(asked.what, threads, asked_of_crew::cost,
            ": CPU time on its own thread, of threads that share a CPU");
        if (extent == asked_of_crews::everything) {
            add(asked.what + "_throughput", threads, asked_of_crew::throughput,
                ": the time from one to the next, whichever of the threads', on all CPUs");
        }
    }
}

} // namespace tollgate::liveness_test
