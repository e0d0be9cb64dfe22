// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include <tollgate/clock/calibrated.hpp>
#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/readings.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace tollgate::measure {
namespace {

std::string why_refused(const clock::invariance& invariance) {
    return invariance.invariant ? "the counter ran unevenly while it was calibrated against the "
                                  "monotonic clock"
                                : "the counter is not invariant (" + invariance.reason + ")";
}

void calibrate_counter(const clock::invariance& invariance, calibration& result) {
    const auto wait = [](std::chrono::nanoseconds length) { std::this_thread::sleep_for(length); };
    const auto calibrated =
        clock::calibrate(invariance, clock::counter_clock{}, clock::monotonic_clock{}, wait);
    if (!calibrated) {
        throw std::runtime_error(why_refused(invariance) + "; use --clock realtime or monotonic");
    }
    result.ns_per_count = calibrated->measured.ns_per_count();
    result.rate_hz = calibrated->measured.hz;
    result.rate_error_hz = calibrated->measured.hz_error;
}

void measure_reading(calibration& result) {
    std::vector<std::int64_t> counts = clock::empty_intervals(clock::chosen_clock(result.source));
    std::vector<double> ns(counts.size());
    std::transform(counts.begin(), counts.end(), ns.begin(), [&](std::int64_t count) {
        return static_cast<double>(count) * result.ns_per_count;
    });
    result.reading_ns_p50 = stats::quantile(ns, 0.50);
    result.reading_ns_p99 = stats::quantile(ns, 0.99);
    result.reading_samples = ns.size();
}

} // namespace

calibration calibrate(clock::source source, const clock::invariance& counter) {
    calibration result;
    result.source = source;
    result.counter_invariant = counter.invariant;
    if (source == clock::source::tsc) {
        calibrate_counter(counter, result);
    }
    const auto step = clock::smallest_step(clock::chosen_clock(source));
    result.resolution_ns = static_cast<double>(step.value_or(0)) * result.ns_per_count;
    measure_reading(result);
    return result;
}

} // namespace tollgate::measure
