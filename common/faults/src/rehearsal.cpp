// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/rehearsal.hpp>

#include <tollgate/measure/batch.hpp>

#include <algorithm>
#include <utility>

namespace tollgate::faults {
namespace {

using lines = std::vector<std::string>;

constexpr int attempts = 3;

/// What is wrong with one run, and whether an interval of it ended before it began.
struct finding {
    lines wrong;
    bool backwards;
};

template <class Run>
lines unless_time_ran_back(Run run) {
    finding found = run();
    for (int left = attempts - 1; left > 0 && found.backwards && found.wrong.size() == 1; --left) {
        found = run();
    }
    return std::move(found.wrong);
}

finding run_classical(const measure::measured_case& one, clock::source source) {
    const std::uint64_t operations = 2 * one.lap + 5;
    measure::classical_batch done = one.run_classical(operations, source);
    if (done.sums.operations != operations) {
        done.failures.push_back("the classical run did " + std::to_string(done.sums.operations) +
                                " operations, not " + std::to_string(operations));
    }
    return {std::move(done.failures), done.backwards != 0};
}

finding run_batch(const measure::measured_case& one, clock::source source) {
    const bool of_events = one.valued_by == measure::method::single_events;
    const measure::schedule asked =
        of_events ? measure::schedule{1, {{3, 1}}}
                  : measure::schedule{2 * one.lap, {{9, 1}, {4, 2}, {2, 3 * one.lap}, {1, 40}}};
    const measure::batch done = one.run(asked, source);
    return {of_events ? measure::failed_event_proofs(done, asked)
                      : measure::failed_proofs(done, asked),
            std::any_of(done.intervals.begin(), done.intervals.end(),
                        [](std::int64_t length) { return length < 0; })};
}

lines rehearse_with(const measure::measured_case& one, clock::source source) {
    lines wrong = unless_time_ran_back([&] { return run_batch(one, source); });
    if (one.run_classical && one.valued_by != measure::method::single_events) {
        const lines more = unless_time_ran_back([&] { return run_classical(one, source); });
        wrong.insert(wrong.end(), more.begin(), more.end());
    }
    return wrong;
}

} // namespace

std::vector<std::string> rehearse(const measure::measured_case& one) {
    std::vector<std::string> wrong;
    for (const clock::source source : clock::all_sources) {
        for (const std::string& what : rehearse_with(one, source)) {
            wrong.push_back(one.key.name());
            wrong.back().append(" with ").append(clock::to_string(source)).append(": ") += what;
        }
    }
    return wrong;
}

} // namespace tollgate::faults
