// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include "l1_miss.hpp"
#include "refusal.hpp"

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/reading_cost.hpp>
#include <tollgate/clock/resolution.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <thread>

namespace tollgate::measure {
namespace {

void calibrate_counter(calibration& result) {
    const auto wait = [](std::chrono::nanoseconds length) { std::this_thread::sleep_for(length); };
    clock::rate found =
        clock::calibrate_rate(clock::counter_clock{}, clock::monotonic_clock{}, wait);
    if (!found.even) {
        // One uneven pair may be a clock adjustment that fell between the halves; two are not.
        found = clock::calibrate_rate(clock::counter_clock{}, clock::monotonic_clock{}, wait,
                                      std::chrono::milliseconds(40));
    }
    refuse_unusable_counter({result.counter_invariant, result.counter_reason}, found);
    result.ns_per_count = found.ns_per_count();
    result.rate_hz = found.hz;
    result.rate_error_hz = found.hz_error;
}

void measure_reading(calibration& result) {
    std::vector<std::int64_t> counts = clock::empty_intervals(clock::chosen_clock(result.source));
    std::vector<double> ns(counts.size());
    std::transform(counts.begin(), counts.end(), ns.begin(), [&](std::int64_t count) {
        return static_cast<double>(count) * result.ns_per_count;
    });
    result.reading_ns_min = ns.front();
    result.reading_ns_p50 = stats::quantile(ns, 0.50);
    result.reading_ns_p99 = stats::quantile(ns, 0.99);
    result.reading_ns_max = ns.back();
    result.reading_samples = ns.size();
    result.readings_backwards = static_cast<std::uint64_t>(
        std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count < 0; }));
}

} // namespace

void refuse_unusable_counter(const clock::invariance& counter, const clock::rate& found) {
    if (!counter.invariant) {
        throw clock_refused("the counter is not invariant (" + counter.reason +
                            "); use --clock realtime or monotonic");
    }
    if (!found.even || !(found.hz > 0)) {
        throw clock_refused("the counter ran unevenly while it was calibrated against the "
                            "monotonic clock; use --clock realtime or monotonic");
    }
}

calibration calibrate(clock::source source) {
    const clock::invariance counter = clock::judge_counter();
    calibration result;
    result.source = source;
    result.counter_invariant = counter.invariant;
    result.counter_reason = counter.reason;
    if (source == clock::source::tsc) {
        calibrate_counter(result);
    }
    const auto step = clock::smallest_step(clock::chosen_clock(source));
    result.resolution_ns = static_cast<double>(step.value_or(0)) * result.ns_per_count;
    measure_reading(result);
    result.l1_miss_ns = measure_l1_miss(source, result.ns_per_count);
    return result;
}

} // namespace tollgate::measure
