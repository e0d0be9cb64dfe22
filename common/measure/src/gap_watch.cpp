// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_watch.hpp>

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/tsc_clock.hpp>
#include <tollgate/cpu/affinity.hpp>

#include <system_error>

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

std::optional<double> interrupts_share_on(int cpu) {
    constexpr std::chrono::milliseconds length{5};
    constexpr std::int64_t longest_ns = 200'000;
    try {
        const cpu::affinity_guard there(cpu);
        const watched_slice seen = watch_counter(steady_ns, 1, {0, 0}, length);
        std::int64_t taken_ns = seen.unlisted_ns;
        std::int64_t watched_ns = seen.watched_ns;
        for (const gap& one : seen.gaps) {
            if (one.length_ns < longest_ns) {
                taken_ns += one.length_ns;
            } else {
                watched_ns -= one.length_ns;
            }
        }
        return static_cast<double>(taken_ns) / static_cast<double>(watched_ns);
    } catch (const std::system_error&) {
        return std::nullopt; // the CPU was taken away meanwhile
    }
}

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
