// SPDX-License-Identifier: BSL-1.0
#include "crew_loop.hpp"

#include <algorithm>
#include <cmath>

namespace tollgate::liveness_test {
namespace {

constexpr double longest_share_ns = 200e3;
constexpr double longest_event_ns = 30e6;

std::int64_t mean_cpu_time(const std::vector<crew_share>& shares) {
    double cpu_ns = 0;
    double wall_ns = 0;
    double counts = 0;
    for (const crew_share& one : shares) {
        cpu_ns += static_cast<double>(one.own.used.cpu.count());
        wall_ns += static_cast<double>(one.wall.count());
        counts += static_cast<double>(one.ended - one.begun);
    }
    const double counts_per_ns = counts / std::max(wall_ns, 1.0);
    return std::llround(cpu_ns / static_cast<double>(shares.size()) * counts_per_ns);
}

} // namespace

std::int64_t length_of(const std::vector<crew_share>& shares, asked_of_crew what) {
    if (what == asked_of_crew::cost) {
        return mean_cpu_time(shares);
    }
    std::int64_t first = shares.front().begun;
    std::int64_t last = shares.front().ended;
    for (const crew_share& one : shares) {
        first = std::min(first, one.begun);
        last = std::max(last, one.ended);
    }
    return last - first;
}

std::uint64_t calls_each(std::size_t threads, double about_ns) {
    constexpr std::uint64_t multiple = 64;
    const double share_ns =
        std::min(longest_share_ns, longest_event_ns / static_cast<double>(threads));
    const auto blocks =
        static_cast<std::uint64_t>(share_ns / about_ns / static_cast<double>(multiple));
    return std::max<std::uint64_t>(1, blocks) * multiple;
}

} // namespace tollgate::liveness_test
