// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "case_names.hpp"
#include "crew_loop.hpp"
#include "listing_cases.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {

/// What many threads do at once: "checkpoint" or "register", in words, and whose it is compared
/// with.
struct crew_question {
    std::string_view what;
    std::string_view unit; ///< "one checkpoint"
    std::string_view reference;
};

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
void add_crews(case_listing& to, const crew_question& asked, std::string_view who,
               asked_of_crews extent, const setup& how = {}) {
    for (const std::uint64_t threads : chosen_threads(to.chosen)) {
        if (extent == asked_of_crews::cost_of_small_ones && threads > largest_small_crew &&
            !were_threads_given(to.chosen)) {
            continue;
        }
        const std::string name = with_threads(asked.what, who, threads);
        const std::string reference = with_threads(asked.what, asked.reference, threads);
        if (threads == 1) {
            to.add_block<Subject>(name, std::string(asked.unit), reference, how);
            continue;
        }
        const auto add = [&](const std::string& of, const std::string& unit,
                             const std::string& compared_with, asked_of_crew what) {
            std::vector<int> cpus = cpus_of(to.machine);
            if (what == asked_of_crew::cost) {
                cpus.erase(cpus.begin(), cpus.end() - 1);
            }
            const crew_loop<Subject> loop{threads, what, how, std::move(cpus)};
            const std::chrono::nanoseconds work(
                static_cast<std::int64_t>(static_cast<double>(loop.calls()) * Subject::about_ns));
            to.add(measure::make_event_case(
                       of, unit, threads, loop,
                       {(work + starting_a_thread) * threads, std::chrono::nanoseconds(0)}),
                   compared_with);
        };
        add(name,
            std::string(asked.unit) + ": CPU time on its own thread, of threads that share a CPU",
            reference, asked_of_crew::cost);
        if (extent != asked_of_crews::everything) {
            continue;
        }
        const std::string throughput = std::string(asked.what) + "_throughput";
        add(with_threads(throughput, who, threads),
            std::string(asked.unit) +
                ": the time from one to the next, whichever of the threads', on all CPUs",
            with_threads(throughput, asked.reference, threads), asked_of_crew::throughput);
    }
}

} // namespace tollgate::liveness_test
