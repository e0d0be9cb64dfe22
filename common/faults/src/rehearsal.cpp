// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/rehearsal.hpp>

#include <tollgate/measure/batch.hpp>

namespace tollgate::faults {
namespace {

std::vector<std::string> rehearse_with(clock::source source, const measure::measured_case& one) {
    const measure::schedule asked{2 * one.lap, {{9, 1}, {4, 2}, {2, 3 * one.lap}, {1, 40}}};
    std::vector<std::string> wrong = measure::failed_proofs(one.run(asked, source), asked);

    const std::uint64_t operations = 2 * one.lap + 5;
    const measure::classical_batch classical = one.run_classical(operations, source);
    wrong.insert(wrong.end(), classical.failures.begin(), classical.failures.end());
    if (classical.sums.operations != operations) {
        wrong.push_back("the classical run did " + std::to_string(classical.sums.operations) +
                        " operations, not " + std::to_string(operations));
    }
    return wrong;
}

} // namespace

std::vector<std::string> rehearse(const measure::measured_case& one) {
    std::vector<std::string> wrong;
    for (const clock::source source : clock::all_sources) {
        for (const std::string& what : rehearse_with(source, one)) {
            wrong.push_back(one.name);
            wrong.back().append(" with ").append(clock::to_string(source)).append(": ") += what;
        }
    }
    return wrong;
}

} // namespace tollgate::faults
