// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/rehearsal.hpp>

#include <tollgate/measure/batch.hpp>

namespace tollgate::faults {
namespace {

using lines = std::vector<std::string>;

void rehearse_classical(const measure::measured_case& one, clock::source source, lines& wrong) {
    const std::uint64_t operations = 2 * one.lap + 5;
    const measure::classical_batch done = one.run_classical(operations, source);
    wrong.insert(wrong.end(), done.failures.begin(), done.failures.end());
    if (done.sums.operations != operations) {
        wrong.push_back("the classical run did " + std::to_string(done.sums.operations) +
                        " operations, not " + std::to_string(operations));
    }
}

lines rehearse_loop(const measure::measured_case& one, clock::source source) {
    const measure::schedule asked{2 * one.lap, {{9, 1}, {4, 2}, {2, 3 * one.lap}, {1, 40}}};
    lines wrong = measure::failed_proofs(one.run(asked, source), asked);
    if (one.run_classical) {
        rehearse_classical(one, source, wrong);
    }
    return wrong;
}

lines rehearse_events(const measure::measured_case& one, clock::source source) {
    const measure::schedule asked{1, {{3, 1}}};
    return measure::failed_event_proofs(one.run(asked, source), asked);
}

} // namespace

std::vector<std::string> rehearse(const measure::measured_case& one) {
    const bool of_events = one.valued_by == measure::method::single_events;
    std::vector<std::string> wrong;
    for (const clock::source source : clock::all_sources) {
        for (const std::string& what : (of_events ? rehearse_events : rehearse_loop)(one, source)) {
            wrong.push_back(one.name);
            wrong.back().append(" with ").append(clock::to_string(source)).append(": ") += what;
        }
    }
    return wrong;
}

} // namespace tollgate::faults
