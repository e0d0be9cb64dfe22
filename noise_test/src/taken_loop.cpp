// SPDX-License-Identifier: BSL-1.0
#include "taken_loop.hpp"

#include <cmath>

#include <unistd.h>

namespace tollgate::noise_test {
namespace {

std::string ns(std::int64_t time) {
    return std::to_string(time) + " ns";
}

std::uint64_t unsigned_of(std::int64_t time) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, time));
}

std::int64_t listed_ns(const measure::watched_slice& seen) {
    std::int64_t sum = seen.unlisted_ns;
    for (const measure::gap& one : seen.gaps) {
        sum += one.length_ns;
    }
    return sum;
}

} // namespace

std::vector<std::string> failed_watch(const measure::watched_slice& seen,
                                      std::chrono::nanoseconds length) {
    std::vector<std::string> failures;
    if (seen.backwards != 0) {
        failures.push_back("the counter ran backwards " + std::to_string(seen.backwards) +
                           " times");
    }
    // A count of the slower of today's counters is 40 ns.
    constexpr std::int64_t one_count = 50;
    if (seen.watched_ns + one_count < length.count()) {
        failures.push_back("a slice of " + ns(length.count()) + " ended after " +
                           ns(seen.watched_ns));
    }
    if (seen.taken_ns < 0 || seen.taken_ns > seen.watched_ns) {
        failures.push_back(ns(seen.taken_ns) + " were taken of " + ns(seen.watched_ns));
    }
    const auto rounded = static_cast<std::int64_t>(seen.gaps.size()) + 2;
    if (std::abs(listed_ns(seen) - seen.taken_ns) > rounded) {
        failures.push_back("gaps of " + ns(listed_ns(seen)) + " make " + ns(seen.taken_ns));
    }
    // The time that is not taken passes between looks that are less than a gap apart.
    const double longest_turn = seen.turn_ns + static_cast<double>(measure::least_gap.count());
    const double looked = static_cast<double>(seen.looks) * (longest_turn + 1);
    if (looked < static_cast<double>(seen.watched_ns - seen.taken_ns)) {
        failures.push_back(std::to_string(seen.looks) + " looks are too few for " +
                           ns(seen.watched_ns));
    }
    return failures;
}

void note_slice(const measure::watched_slice& seen, const environment::cpu_events& before,
                const environment::cpu_events& after, const std::vector<std::string>& meanwhile,
                measure::loop_report& to) {
    const auto keep = [&](const measure::gap& one) {
        if (to.gaps.is_among_longest(one.length_ns)) {
            to.gaps.keep_if_among_longest({one, meanwhile});
        }
    };
    for (const measure::gap& one : seen.gaps) {
        to.gaps.add(one);
        keep(one);
    }
    if (seen.longest_unlisted) {
        keep(*seen.longest_unlisted);
    }
    to.gaps.add_watched({0, seen.taken_ns, seen.watched_ns});
    to.gaps.unlisted += seen.unlisted;
    to.gaps.unlisted_ns += seen.unlisted_ns;
    to.counted["gaps"] += seen.gaps.size() + seen.unlisted;
    to.counted["looks"] += seen.looks;
    to.counted["ns taken"] += unsigned_of(seen.taken_ns);
    to.counted["ns watched"] += unsigned_of(seen.watched_ns);
    if (before.steal_ticks && after.steal_ticks) {
        const auto ticks = static_cast<std::int64_t>(*after.steal_ticks - *before.steal_ticks);
        const long hz = ::sysconf(_SC_CLK_TCK);
        to.counted["ns of steal"] += unsigned_of(ticks * (1'000'000'000 / std::max(hz, 1L)));
    }
}

} // namespace tollgate::noise_test
