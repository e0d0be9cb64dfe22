// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/clock_pair_run.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::measure {
namespace {

/// Long enough that starting the loop does not count, and short enough for Ctrl-C.
constexpr std::chrono::nanoseconds wanted_batch = std::chrono::milliseconds(20);

} // namespace

clock_pair_run run_clock_pair(const measured_case& subject, const clock_pair_request& request,
                              const calibration& clock, const run_hooks& hooks) {
    clock_pair_run result{subject.key.name(), {}, false, {}};
    const auto start = hooks.now();
    std::uint64_t batch_size = subject.lap;
    while (result.sums.operations < request.operations) {
        hooks.report({.current_phase = progress::phase::clock_pair_run,
                      .done = result.sums.operations,
                      .expected = request.operations,
                      .case_name = result.case_name});
        const auto before = hooks.now();
        if (hooks.is_interrupted() || (request.longest && before - start >= *request.longest)) {
            result.cut_short = true;
            break;
        }
        clock_pair_batch batch = subject.run_clock_pair(
            std::min(batch_size, request.operations - result.sums.operations), clock.source);
        if (!batch.failures.empty()) {
            result.failures = std::move(batch.failures);
            break;
        }
        result.sums += batch.sums;
        const auto whole = hooks.now() - before;
        const std::chrono::nanoseconds operating(
            std::llround(static_cast<double>(batch.sums.operations_total) * clock.ns_per_count));
        if (operating < std::max(wanted_batch, whole - operating)) {
            batch_size *= 2;
        }
    }
    return result;
}

} // namespace tollgate::measure
