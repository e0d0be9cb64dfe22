// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/machine_speed.hpp>

#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {

machine_speed speed_during(std::span<const case_record> records, std::map<int, double> fast_ns,
                           const std::vector<double>& interrupts_shares) {
    machine_speed speed;
    speed.fast_ns = std::move(fast_ns);
    if (!interrupts_shares.empty()) {
        speed.interrupts_share = stats::median(interrupts_shares);
        // The error of a single share is not known. It is assumed to be as large as the share.
        const auto range = stats::mean_interval(interrupts_shares, 0.95);
        speed.interrupts_u95 = range ? range->half_width() : std::abs(speed.interrupts_share);
    }
    std::map<std::pair<int, int>, std::vector<double>> latencies;
    std::vector<double> ratios;
    for (const case_record& record : records) {
        if (record.latency_of.size() == 2) {
            for (const case_round& round : record.rounds) {
                if (round.has_references()) {
                    std::vector<double>& readings =
                        latencies[{record.latency_of.front(), record.latency_of.back()}];
                    readings.push_back(round.reference_before_ns);
                    readings.push_back(round.reference_after_ns);
                }
            }
            continue;
        }
        const double fast = speed.fast_ns_on(record.cpus);
        for (const case_round& round : record.rounds) {
            if (fast > 0 && round.has_references()) {
                ratios.push_back(round.reference_before_ns / fast);
                ratios.push_back(round.reference_after_ns / fast);
            }
        }
    }
    for (auto& [cpus, readings] : latencies) {
        speed.latencies[cpus] = latency_from(std::move(readings));
    }
    speed.loops = ratios.size();
    if (!ratios.empty()) {
        std::sort(ratios.begin(), ratios.end());
        const auto slow = std::upper_bound(ratios.begin(), ratios.end(), fast_within);
        speed.fast_share =
            static_cast<double>(slow - ratios.begin()) / static_cast<double>(ratios.size());
        speed.slow_ratio = stats::quantile(ratios, 0.9);
    }
    return speed;
}

cache_line_latency latency_from(std::vector<double> readings_ns) {
    cache_line_latency latency;
    if (readings_ns.empty()) {
        return latency;
    }
    std::sort(readings_ns.begin(), readings_ns.end());
    latency.readings = readings_ns.size();
    latency.least_ns = readings_ns.front();
    latency.most_ns = readings_ns.back();
    std::size_t first = 0;
    std::size_t most = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < readings_ns.size(); ++i) {
        while (end < readings_ns.size() && readings_ns[end] <= usual_within * readings_ns[i]) {
            ++end;
        }
        if (end - i > most) {
            most = end - i;
            first = i;
        }
    }
    const std::span<const double> densest(readings_ns.data() + first, most);
    latency.usual_ns = stats::median({densest.begin(), densest.end()});
    const quiet_level usual = quiet_level::usual(latency.usual_ns);
    const auto within = std::count_if(readings_ns.begin(), readings_ns.end(), [&](double ns) {
        return ns >= usual.from_ns && ns <= usual.to_ns;
    });
    latency.usual_share = static_cast<double>(within) / static_cast<double>(readings_ns.size());
    return latency;
}

double fast_level(std::vector<double> least_ns) {
    constexpr std::size_t rank = 3;
    if (least_ns.empty()) {
        return 0;
    }
    std::sort(least_ns.begin(), least_ns.end());
    return least_ns[std::min(rank, least_ns.size()) - 1];
}

} // namespace tollgate::measure
