// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_watch.hpp>

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/tsc_clock.hpp>
#include <tollgate/cpu/affinity.hpp>

#include <algorithm>
#include <system_error>

namespace tollgate::measure {
namespace {

constexpr std::chrono::nanoseconds enough_own_time = std::chrono::milliseconds(5);

std::int64_t steady_ns() {
    const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
    return since.count();
}

struct steady_stopwatch {
    [[nodiscard]] static std::int64_t begin() { return steady_ns(); }
    [[nodiscard]] static std::int64_t end() { return steady_ns(); }
};

} // namespace

void gap_finder::note(std::int64_t difference) {
    if (difference < 0) {
        ++backwards;
        return;
    }
    const std::int64_t length = difference - step;
    lost += length;
    if (gaps.size() < capacity) {
        gaps.push_back({last, length});
    } else {
        ++unlisted;
        unlisted_length += length;
        if (!longest_unlisted || length > longest_unlisted->length) {
            longest_unlisted = {last, length};
        }
    }
}

std::int64_t usual_step_of(std::span<const std::int64_t> readings) {
    std::vector<std::int64_t> steps;
    steps.reserve(readings.size());
    for (std::size_t i = 1; i < readings.size(); ++i) {
        steps.push_back(readings[i] - readings[i - 1]);
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return std::max<std::int64_t>(1, *middle);
}

std::optional<double> interrupts_share_of(const std::function<watched_slice()>& watch) {
    constexpr std::int64_t longest_ns = 200'000;
    constexpr int most_slices = 10;
    std::int64_t lost_ns = 0;
    std::int64_t own_ns = 0;
    for (int slices = 0; slices < most_slices && own_ns < enough_own_time.count(); ++slices) {
        const watched_slice slice = watch();
        lost_ns += slice.unlisted_ns;
        own_ns += slice.watched_ns;
        for (const gap& entry : slice.gaps) {
            if (entry.length_ns < longest_ns) {
                lost_ns += entry.length_ns;
            } else {
                own_ns -= entry.length_ns;
            }
        }
    }
    if (own_ns < enough_own_time.count()) {
        return std::nullopt;
    }
    return static_cast<double>(lost_ns) / static_cast<double>(own_ns);
}

std::optional<double> interrupts_share_on(int cpu) {
    try {
        const cpu::affinity_guard pinned(cpu);
        return interrupts_share_of([] {
            return watch_counter(steady_ns, 1, {0, 0}, enough_own_time);
        });
    } catch (const std::system_error&) {
        return std::nullopt; // the CPU is no longer available
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
