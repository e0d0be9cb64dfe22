// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>

#include <algorithm>

namespace tollgate::measure {

void case_record::keep_if_among_worst(const worst_sample& sample) {
    if (worst.size() == most_worst && sample.raw_ns <= worst.back().raw_ns) {
        return;
    }
    const auto place = std::find_if(worst.begin(), worst.end(), [&](const worst_sample& kept) {
        return kept.raw_ns < sample.raw_ns;
    });
    worst.insert(place, sample);
    if (worst.size() > most_worst) {
        worst.pop_back();
    }
}

void case_record::saw_cpu(int cpu) {
    const auto place = std::lower_bound(cpus.begin(), cpus.end(), cpu);
    if (place == cpus.end() || *place != cpu) {
        cpus.insert(place, cpu);
    }
}

void add_pass(case_record& to, const case_record& from) {
    if (to.rounds.empty()) {
        to.latency_of = from.latency_of;
    }
    const bool are_alike = to.latency_of == from.latency_of;
    for (const case_round& round : from.rounds) {
        to.rounds.push_back(round);
        if (!are_alike) {
            to.rounds.back().reference_before_ns = 0;
            to.rounds.back().reference_after_ns = 0;
        }
    }
    if (to.samples_of_passes.empty()) {
        to.samples_of_passes.push_back(to.samples);
    }
    to.samples_of_passes.push_back(from.samples);
    to.samples.merge(from.samples);
    to.repeated += from.repeated;
    for (const auto& [name, times] : from.counted) {
        to.counted[name] += times;
    }
    for (const worst_sample& sample : from.worst) {
        to.keep_if_among_worst(sample);
    }
    to.gaps.add_all(from.gaps);
    if (!to.lost) {
        to.lost = from.lost;
    }
    to.failures.insert(to.failures.end(), from.failures.begin(), from.failures.end());
    for (const int cpu : from.cpus) {
        to.saw_cpu(cpu);
    }
}

} // namespace tollgate::measure
