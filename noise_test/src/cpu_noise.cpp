// SPDX-License-Identifier: BSL-1.0
#include "cpu_noise.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/mean_interval.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::noise_test {
namespace {

double count_of(const measure::case_record& record, const char* what) {
    const auto found = record.counted.find(what);
    return found == record.counted.end() ? 0 : static_cast<double>(found->second);
}

/// The times of the passes. A file of an older version has no such times: then all of them
/// together.
std::vector<measure::watched_time> watched_in(const measure::case_record& record) {
    if (!record.gaps.watched.empty()) {
        return record.gaps.watched;
    }
    return {{0, static_cast<std::int64_t>(count_of(record, "ns taken")),
             static_cast<std::int64_t>(count_of(record, "ns watched"))}};
}

void add_lengths(const measure::gap_log& gaps, cpu_noise& to) {
    constexpr std::array quantiles{0.5, 0.9, 0.99};
    constexpr double fewest_beyond = 5;
    std::vector<double> lengths;
    lengths.reserve(gaps.listed.size());
    for (const measure::gap& one : gaps.listed) {
        lengths.push_back(static_cast<double>(one.length_ns));
    }
    std::sort(lengths.begin(), lengths.end());
    const auto count = static_cast<double>(lengths.size());
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
        if ((1 - quantiles[i]) * count >= fewest_beyond) {
            to.length_ns[i] =
                lengths[static_cast<std::size_t>(std::ceil(quantiles[i] * count)) - 1];
        }
    }
    if (!lengths.empty()) {
        to.longest_ns = lengths.back();
    }
    if (!gaps.longest.empty()) {
        to.longest_ns = static_cast<double>(gaps.longest.front().seen.length_ns);
    }
}

std::vector<std::int64_t> moments_of(const measure::gap_log& gaps) {
    std::vector<std::int64_t> moments;
    moments.reserve(gaps.listed.size());
    for (const measure::gap& one : gaps.listed) {
        moments.push_back(one.at_ns);
    }
    std::sort(moments.begin(), moments.end());
    return moments;
}

cpu_noise noise_of_case(const measure::case_result& one) {
    const measure::case_record& record = one.record;
    cpu_noise of;
    of.cpu = record.key.number("cpu").value_or(0);
    of.beside = record.key.text("beside");
    of.share = share_of(watched_in(record));
    const double watched_ns = count_of(record, "ns watched");
    if (watched_ns > 0) {
        of.watched_s = watched_ns / 1e9;
        of.gaps_per_s = count_of(record, "gaps") / of.watched_s;
        if (record.counted.contains("ns of steal")) {
            of.steal_share = count_of(record, "ns of steal") / watched_ns;
        }
        of.turn_ns =
            (watched_ns - count_of(record, "ns taken")) / std::max(1.0, count_of(record, "looks"));
    }
    add_lengths(record.gaps, of);
    const std::vector<std::int64_t> moments = moments_of(record.gaps);
    of.enough_for_period = may_tell_period(moments);
    of.clock = find_period(moments);
    of.gaps = &record.gaps;
    return of;
}

} // namespace

measure::estimate share_of(const std::vector<measure::watched_time>& passes) {
    double taken = 0;
    double watched = 0;
    for (const measure::watched_time& one : passes) {
        taken += static_cast<double>(one.taken_ns);
        watched += static_cast<double>(one.watched_ns);
    }
    if (!(watched > 0)) {
        return {};
    }
    measure::estimate share{taken / watched, std::nullopt};
    if (passes.size() < measure::fewest_passes) {
        return share;
    }
    const double in_a_pass = watched / static_cast<double>(passes.size());
    std::vector<double> figures;
    figures.reserve(passes.size());
    for (const measure::watched_time& one : passes) {
        const double expected = share.value * static_cast<double>(one.watched_ns);
        figures.push_back(share.value + (static_cast<double>(one.taken_ns) - expected) / in_a_pass);
    }
    share.range = stats::mean_interval(figures, measure::confidence);
    if (share.range) {
        share.range->low = std::clamp(share.range->low, 0.0, share.value);
        share.range->high = std::clamp(share.range->high, share.value, 1.0);
    }
    return share;
}

std::vector<cpu_noise> noise_of(const report::result& seen) {
    std::vector<cpu_noise> all;
    for (const measure::case_result& one : seen.cases) {
        if (one.record.key.path() == "noise/taken" && one.summary.rounds != 0) {
            all.push_back(noise_of_case(one));
        }
    }
    return all;
}

} // namespace tollgate::noise_test
