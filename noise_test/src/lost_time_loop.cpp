// SPDX-License-Identifier: BSL-1.0
#include "lost_time_loop.hpp"

#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <unistd.h>

namespace tollgate::noise_test {
namespace {

/// The time of two readings of the kernel's counters and of the start of a batch.
constexpr std::chrono::milliseconds slice_overhead{1};

std::uint64_t unsigned_of(std::int64_t time) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, time));
}

} // namespace

std::chrono::milliseconds slice_length(std::size_t cpus) {
    return std::chrono::milliseconds(std::clamp<std::size_t>(160 / cpus, 1, 20));
}

std::vector<std::string> failed_watch(const measure::watched_slice& slice) {
    std::vector<std::string> failures;
    if (slice.backwards != 0) {
        failures.push_back(fmt::format("the counter ran backwards {} times", slice.backwards));
    }
    // The time that is not lost passes in steps that are shorter than a gap.
    const double longest_step = slice.step_ns + static_cast<double>(measure::least_gap.count());
    if (static_cast<double>(slice.readings) * (longest_step + 1) <
        static_cast<double>(slice.watched_ns - slice.lost_ns)) {
        failures.push_back(
            fmt::format("{} readings are too few for {} ns", slice.readings, slice.watched_ns));
    }
    return failures;
}

void note_slice(const measure::watched_slice& slice, const environment::cpu_events& before,
                const environment::cpu_events& after, std::int64_t preemptions,
                measure::loop_report& to) {
    std::vector<std::string> meanwhile = environment::counted_between(before, after);
    if (preemptions > 0) {
        meanwhile.push_back(
            fmt::format("preempted {} time{}", preemptions, preemptions == 1 ? "" : "s"));
    }
    const auto keep = [&](const measure::gap& gap) {
        if (to.gaps.is_among_longest(gap.length_ns)) {
            to.gaps.keep_if_among_longest({gap, meanwhile});
        }
    };
    for (const measure::gap& gap : slice.gaps) {
        to.gaps.add(gap);
        keep(gap);
    }
    if (slice.longest_unlisted) {
        keep(*slice.longest_unlisted);
    }
    to.gaps.add_watched({0, slice.lost_ns, slice.watched_ns});
    to.gaps.unlisted += slice.unlisted;
    to.gaps.unlisted_ns += slice.unlisted_ns;
    to.counted["readings"] += slice.readings;
    if (before.steal_ticks && after.steal_ticks) {
        const auto ticks = static_cast<std::int64_t>(*after.steal_ticks - *before.steal_ticks);
        const long hz = ::sysconf(_SC_CLK_TCK);
        to.counted["ns of steal"] += unsigned_of(ticks * (1'000'000'000 / std::max(hz, 1L)));
    }
}

void add_lost_time(bench::case_table& to) {
    const auto& cpus = to.machine().threads;
    const auto key = [](int cpu) {
        return measure::case_key("noise/lost_time", {{"cpu", static_cast<std::uint64_t>(cpu)}});
    };
    const std::chrono::milliseconds slice = slice_length(cpus.size());
    for (const cpu::hardware_thread& thread : cpus) {
        to.add(measure::make_event_case(
                   key(thread.cpu),
                   fmt::format("what a thread that never waits loses of {} ms", slice.count()), 1,
                   lost_time_loop<>{thread.cpu, slice, ns_per_count(to.chosen().clock)},
                   {.lasts = slice + slice_overhead, .without_readings = true}),
               key(cpus.front().cpu));
    }
}

} // namespace tollgate::noise_test
