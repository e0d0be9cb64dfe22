// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/classical_run.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::measure {
namespace {

/// Long enough that starting the loop anew does not count, short enough for Ctrl-C. Where building
/// the loop takes longer, batches grow until it is the lesser part.
constexpr std::chrono::nanoseconds wanted_batch = std::chrono::milliseconds(20);

} // namespace

classical_run run_classical(const measured_case& one, const classical_request& asked,
                            const calibration& clock, const surroundings& outside) {
    classical_run seen{one.key.name(), {}, false, {}};
    const auto start = outside.now();
    std::uint64_t batch_size = one.lap;
    while (seen.sums.operations < asked.operations) {
        outside.report({.what = progress::phase::classical_run,
                        .done = seen.sums.operations,
                        .expected = asked.operations,
                        .case_name = seen.of});
        const auto before = outside.now();
        if (outside.is_interrupted() || (asked.longest && before - start >= *asked.longest)) {
            seen.cut_short = true;
            break;
        }
        classical_batch batch = one.run_classical(
            std::min(batch_size, asked.operations - seen.sums.operations), clock.source);
        if (!batch.failures.empty()) {
            seen.failures = std::move(batch.failures);
            break;
        }
        seen.sums += batch.sums;
        const auto whole = outside.now() - before;
        const std::chrono::nanoseconds operating(
            std::llround(static_cast<double>(batch.sums.operations_total) * clock.ns_per_count));
        if (operating < std::max(wanted_batch, whole - operating)) {
            batch_size *= 2;
        }
    }
    return seen;
}

} // namespace tollgate::measure
