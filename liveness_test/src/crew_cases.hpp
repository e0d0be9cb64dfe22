// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "case_names.hpp"
#include "crew_loop.hpp"
#include "listing_cases.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness_test {

/// What many threads do at once: "checkpoint" or "register", in words, and whose it is compared
/// with.
struct crew_question {
    std::string_view what;
    std::string_view unit; ///< "one checkpoint"
    std::string_view reference;
};

/// A crew starts in about so long, for each of its threads.
inline constexpr std::chrono::microseconds starting_a_thread{80};

/// One thread in an unobserved loop; of several what each pays, and what all of them get done.
template <class Subject>
void add_crews(case_listing& to, const crew_question& asked, std::string_view who,
               const setup& how = {}) {
    for (const std::uint64_t threads : chosen_threads(to.chosen)) {
        const std::string name = with_threads(asked.what, who, threads);
        const std::string reference = with_threads(asked.what, asked.reference, threads);
        if (threads == 1) {
            to.add_block<Subject>(name, std::string(asked.unit), reference, how);
            continue;
        }
        const auto add = [&](const std::string& of, const std::string& unit,
                             const std::string& compared_with, asked_of_crew what) {
            const crew_loop<Subject> loop{threads, what, how};
            const std::chrono::nanoseconds work(
                static_cast<std::int64_t>(static_cast<double>(loop.calls()) * Subject::about_ns));
            to.add(measure::make_event_case(
                       of, unit, threads, loop,
                       {(work + starting_a_thread) * threads, std::chrono::nanoseconds(0)}),
                   compared_with);
        };
        const std::string throughput = std::string(asked.what) + "_throughput";
        add(name,
            std::string(asked.unit) + ": CPU time on its own thread, while the others do the same",
            reference, asked_of_crew::cost);
        add(with_threads(throughput, who, threads),
            std::string(asked.unit) + ": the time from one to the next, whichever of the threads'",
            with_threads(throughput, asked.reference, threads), asked_of_crew::throughput);
    }
}

} // namespace tollgate::liveness_test
