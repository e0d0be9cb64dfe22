// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_watch.hpp>

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/tsc_clock.hpp>

namespace tollgate::measure {
namespace {

std::int64_t steady_ns() {
    const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
    return since.count();
}

struct steady_stopwatch {
    [[nodiscard]] static std::int64_t begin() { return steady_ns(); }
    [[nodiscard]] static std::int64_t end() { return steady_ns(); }
};

} // namespace

gap_watch::gap_watch() {
    if (clock::tsc_clock::is_scaled()) {
        ns_per_count_ = clock::tsc_clock::measured().ns_per_count();
    }
}

watched_slice gap_watch::watch(std::chrono::nanoseconds length) const {
    if (!reads_the_counter()) {
        return watch_counter(steady_ns, 1, {0, 0}, length);
    }
    const clock::counter_clock counter;
    const clock::paired_reading pair = clock::read_pair(counter, steady_stopwatch{});
    return watch_counter([counter] { return counter.begin(); }, ns_per_count_,
                         {pair.counts, pair.reference_ns}, length);
}

} // namespace tollgate::measure
