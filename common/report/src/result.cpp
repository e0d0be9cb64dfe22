// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/result.hpp>

#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace tollgate::report {

double clock_pair_average::compensated_ns() const {
    const auto total_ns = static_cast<double>(switches_total_ns - calls_total_ns);
    return switches == 0 ? 0 : total_ns / static_cast<double>(switches);
}

bool result::self_checks_held() const {
    const auto held = [](const measure::case_result& case_result) {
        return case_result.record.failures.empty();
    };
    return stopped != measure::stop_reason::failed && failures.empty() &&
           std::ranges::all_of(controls, held) && std::ranges::all_of(cases, held);
}

bool result::lost_any() const {
    return std::ranges::any_of(unavailable, &unavailable_case::failed);
}

std::vector<measure::noise_floor> result::noise_floors() const {
    return digest ? digest->noise_floors : measure::find_noise_floors(cases, controls);
}

std::vector<measure::comparison> result::comparisons() const {
    return digest ? digest->comparisons : measure::compare_all(cases, noise_floors());
}

std::vector<measure::comparison> result::cpu_comparisons() const {
    if (digest) {
        return {};
    }
    constexpr auto figure = &measure::case_round::cpu_ns;
    return measure::compare_all(cases, measure::find_noise_floors(cases, controls, figure), figure);
}

std::vector<double> result::reference_loops_ns() const {
    if (digest) {
        return digest->reference_loops_ns;
    }
    std::map<std::uint64_t, std::vector<double>> by_pass;
    for (const auto& [record, summary] : cases) {
        for (const measure::case_round& round : record.rounds) {
            // The reference loops of other cases measure the cache-line latency of two CPUs.
            if (record.latency_of.empty() && round.has_references()) {
                by_pass[round.process].push_back(
                    std::midpoint(round.reference_before_ns, round.reference_after_ns));
            }
        }
    }
    std::vector<double> means;
    means.reserve(by_pass.size());
    for (const auto& [pass, values] : by_pass) {
        means.push_back(stats::mean(values));
    }
    return means;
}

const measure::case_result* result::find(std::string_view name) const {
    const auto found =
        std::ranges::find(cases, name, [](const auto& case_result) -> std::string_view {
            return case_result.record.key.name();
        });
    return found == cases.end() ? nullptr : &*found;
}

} // namespace tollgate::report
