// SPDX-License-Identifier: BSL-1.0
#include <tollgate/testing/rehearsal.hpp>

#include <tollgate/measure/batch.hpp>

#include <algorithm>
#include <utility>

namespace tollgate::testing {
namespace {

using lines = std::vector<std::string>;

constexpr int attempts = 3;

/// The mistakes of a run, and whether an interval ended before it began.
struct finding {
    lines mistakes;
    bool backwards;
};

template <class Run>
lines unless_time_ran_back(Run run) {
    finding result = run();
    for (int left = attempts - 1; left > 0 && result.backwards && result.mistakes.size() == 1;
         --left) {
        result = run();
    }
    return std::move(result.mistakes);
}

finding run_clock_pair(const measure::measured_case& rehearsed_case, clock::source source) {
    const std::uint64_t operations = 2 * rehearsed_case.lap + 5;
    measure::clock_pair_batch done = rehearsed_case.run_clock_pair(operations, source);
    if (done.sums.operations != operations) {
        done.failures.push_back("the clock-pair run did " + std::to_string(done.sums.operations) +
                                " operations, not " + std::to_string(operations));
    }
    return {std::move(done.failures), done.backwards != 0};
}

finding run_batch(const measure::measured_case& rehearsed_case, clock::source source) {
    const bool is_of_events = rehearsed_case.valued_by == measure::method::single_events;
    const measure::schedule schedule =
        is_of_events ? measure::schedule{1, {{3, 1}}}
                     : measure::schedule{2 * rehearsed_case.lap,
                                         {{9, 1}, {4, 2}, {2, 3 * rehearsed_case.lap}, {1, 40}}};
    const measure::batch done = rehearsed_case.run(schedule, source);
    return {is_of_events ? measure::failed_event_self_checks(done, schedule)
                         : measure::failed_self_checks(done, schedule),
            std::any_of(done.intervals.begin(), done.intervals.end(),
                        [](std::int64_t length) { return length < 0; })};
}

lines rehearse_with(const measure::measured_case& rehearsed_case, clock::source source) {
    lines mistakes = unless_time_ran_back([&] { return run_batch(rehearsed_case, source); });
    if (rehearsed_case.run_clock_pair &&
        rehearsed_case.valued_by != measure::method::single_events) {
        const lines more =
            unless_time_ran_back([&] { return run_clock_pair(rehearsed_case, source); });
        mistakes.insert(mistakes.end(), more.begin(), more.end());
    }
    return mistakes;
}

} // namespace

std::vector<std::string> rehearse(const measure::measured_case& rehearsed_case) {
    std::vector<std::string> mistakes;
    for (const clock::source source : clock::all_sources) {
        for (const std::string& mistake : rehearse_with(rehearsed_case, source)) {
            mistakes.push_back(rehearsed_case.key.name());
            mistakes.back().append(" with ").append(clock::to_string(source)).append(": ") +=
                mistake;
        }
    }
    return mistakes;
}

} // namespace tollgate::testing
