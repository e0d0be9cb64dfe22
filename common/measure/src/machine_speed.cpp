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
        // How far one share alone may be off is not known: no less than all of it.
        const auto range = stats::mean_interval(interrupts_shares, 0.95);
        speed.interrupts_u95 = range ? range->half_width() : std::abs(speed.interrupts_share);
    }
    std::map<std::pair<int, int>, std::vector<double>> distances;
    std::vector<double> ratios;
    for (const case_record& record : records) {
        if (record.distance_of.size() == 2) {
            for (const case_round& round : record.rounds) {
                if (round.has_references()) {
                    std::vector<double>& readings =
                        distances[{record.distance_of.front(), record.distance_of.back()}];
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
    for (auto& [cpus, readings] : distances) {
        speed.distances[cpus] = distance_from(std::move(readings));
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

cpu_distance distance_from(std::vector<double> readings_ns) {
    cpu_distance found;
    if (readings_ns.empty()) {
        return found;
    }
    std::sort(readings_ns.begin(), readings_ns.end());
    found.readings = readings_ns.size();
    found.least_ns = readings_ns.front();
    found.most_ns = readings_ns.back();
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
    found.usual_ns = stats::median({densest.begin(), densest.end()});
    const quiet_level usual = quiet_level::usual(found.usual_ns);
    const auto within = std::count_if(readings_ns.begin(), readings_ns.end(), [&](double ns) {
        return ns >= usual.from_ns && ns <= usual.to_ns;
    });
    found.usual_share = static_cast<double>(within) / static_cast<double>(readings_ns.size());
    return found;
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
