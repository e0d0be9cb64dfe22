// SPDX-License-Identifier: BSL-1.0
#pragma once

// The measurements of a case in files and between passes. See archive.hpp.

#include "reader.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/stats/histogram.hpp>

#include <algorithm>
#include <bit>
#include <set>

namespace tollgate::report {

constexpr const char* unknown_word = "is a word that is not known there";

/// A constant as a word, which `parse` converts.
void describe_named(auto& file, const char* key, auto& value, auto parse) {
    file.field_as(key, std::string(to_string(value)), [&](const auto& word) {
        const auto parsed = parse(word);
        value = parsed.value_or(value);
        return parsed ? nullptr : unknown_word;
    });
}

/// A parameter for reading: a measure::parameter has no default.
using read_parameter = std::pair<std::string, measure::parameter_value>;

void describe(auto& file, is_a<read_parameter> auto& parameter) {
    file.fields("name", parameter.first, "value", parameter.second);
}

/// Members of the object that describes the case.
void describe_key(auto& file, is_a<measure::case_key> auto& key) {
    auto name = std::string(key.name());
    auto path = std::string(key.path());
    std::vector<read_parameter> parameters;
    for (const measure::parameter& parameter : key.parameters()) {
        parameters.emplace_back(parameter.name, parameter.value);
    }
    file.fields("name", name, "path", path);
    file.field("parameters", parameters, at_most<64>{}); // compared in pairs
    if constexpr (is_reader<decltype(file)>) {
        std::set<std::string> names;
        std::vector<measure::parameter> all;
        for (const auto& [word, value] : parameters) {
            file.require(word.empty() || names.insert(word).second,
                         "\"parameters\" has one name twice");
            all.emplace_back(word, value);
        }
        key = measure::case_key(std::move(path), std::move(all));
        file.require(key.name() == name, "\"name\" is not what \"path\" and \"parameters\" make");
    }
}

auto row(as_row, is_a<stats::histogram::bucket> auto& bucket) {
    return std::tie(bucket.low, bucket.count);
}

inline const char* within_range(const std::vector<stats::histogram::bucket>& buckets) {
    const auto is_within = [](const auto& bucket) {
        return 0 <= bucket.low && bucket.low <= stats::histogram::largest;
    };
    return std::ranges::all_of(buckets, is_within) ? nullptr
                                                   : "holds a bucket outside of the range";
}

void describe(auto& file, is_a<stats::histogram> auto& samples) {
    std::int64_t min = samples.min();
    std::int64_t max = samples.max();
    std::uint64_t negative = samples.negative();
    std::uint64_t overflow = samples.overflow();
    std::vector<stats::histogram::bucket> buckets = samples.buckets();
    file.fields("min", min, "max", max, "negative", negative, "overflow", overflow);
    file.field("buckets", buckets, within_range);
    if constexpr (is_reader<decltype(file)>) {
        for (stats::histogram::bucket& bucket : buckets) {
            bucket.high = stats::histogram::bucket_of(bucket.low, bucket.count).high;
        }
        samples = stats::histogram::restore(buckets, min, max, negative, overflow);
    }
}

auto row(as_row, is_a<measure::case_round> auto& round) {
    return std::tie(round.process, round.round, round.operations, round.value_ns, round.cpu_ns,
                    round.cpu_user_ns, round.cpu_system_ns, round.voluntary_switches,
                    round.involuntary_switches, round.units_per_operation, round.fit.intercept,
                    round.fit.slope, round.reference_before_ns, round.reference_after_ns);
}

/// The names of these columns, which are in the file.
inline const std::vector<std::string> round_columns{
    "process",          "round",         "operations",          "value_ns",          "cpu_ns",
    "cpu_user_ns",      "cpu_system_ns", "nvcsw_per_op",        "nivcsw_per_op",     "units_per_op",
    "fit_intercept_ns", "fit_slope_ns",  "reference_before_ns", "reference_after_ns"};

std::size_t count_passes(const auto& records) {
    std::set<std::uint64_t> passes;
    for (const auto& record : records) {
        passes.insert(record.process);
    }
    return passes.size();
}

/// Conclusions from n passes take time n².
inline constexpr std::size_t most_passes = 200;
inline const char* few_passes(const std::vector<measure::case_round>& rounds) {
    return count_passes(rounds) > most_passes ? "has more than 200 passes" : nullptr;
}

struct disturbed_round {
    std::size_t index = 0; ///< among the rounds
    std::vector<std::string> by;
};

auto row(as_row, is_a<disturbed_round> auto& round) {
    return std::tie(round.index, round.by);
}

void describe_disturbed(auto& file, auto& rounds) {
    std::vector<disturbed_round> all;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        if (!rounds[i].disturbances.empty()) {
            all.push_back({i, rounds[i].disturbances});
        }
    }
    file.field_as("disturbed", all, [&](auto& found) {
        for (auto& [index, by] : found) {
            if (index >= rounds.size()) {
                return "has a round that is not there";
            }
            rounds[index].disturbances = std::move(by);
        }
        return static_cast<const char*>(nullptr);
    });
}

auto row(as_row, is_a<measure::worst_sample> auto& sample) {
    return std::tie(sample.raw_ns, sample.process, sample.round, sample.index, sample.disturbances);
}

auto row(as_row, is_a<measure::gap> auto& gap) {
    return std::tie(gap.process, gap.at_ns, gap.length_ns);
}

auto row(as_row, is_a<measure::counted_gap> auto& gap) {
    return std::tuple_cat(row(as_row{}, gap.interruption), std::tie(gap.meanwhile));
}

auto row(as_row, is_a<measure::watched_time> auto& time) {
    return std::tie(time.process, time.lost_ns, time.watched_ns);
}

/// These limits keep the sum of all times in a file within its type. A gap, and the watched time of
/// a pass, last three days at most: a process may be stopped for a night.
inline constexpr std::int64_t longest_gap_ns = std::int64_t{1} << 48;
inline constexpr std::int64_t most_unlisted_ns = std::int64_t{1} << 60;
inline constexpr std::size_t most_watched = 4'096; ///< passes
static_assert(longest_gap_ns * std::int64_t{measure::gap_log::most_listed} + most_unlisted_ns > 0 &&
              longest_gap_ns * std::int64_t{most_watched} > 0); // no overflow

inline const char* each_pass_once(const std::vector<measure::watched_time>& watched) {
    return watched.size() > most_watched            ? "has the time of more than 4,096 passes"
           : count_passes(watched) < watched.size() ? "has the time of one pass twice"
                                                    : nullptr;
}

inline bool has_lengths(const measure::gap_log& gaps) {
    const auto is_length = [](const measure::gap& gap) {
        return 0 <= gap.length_ns && gap.length_ns <= longest_gap_ns;
    };
    return 0 <= gaps.unlisted_ns && gaps.unlisted_ns <= most_unlisted_ns &&
           std::ranges::all_of(gaps.listed, is_length) &&
           std::ranges::all_of(gaps.longest, is_length, &measure::counted_gap::interruption) &&
           std::ranges::all_of(gaps.watched, [](const auto& gap) {
               return 0 <= gap.lost_ns && gap.lost_ns <= gap.watched_ns &&
                      gap.watched_ns <= longest_gap_ns;
           });
}

void describe(auto& file, is_a<measure::gap_log> auto& gaps) {
    file.field("listed", gaps.listed, at_most<measure::gap_log::most_listed>{});
    file.field("longest", gaps.longest, at_most<measure::gap_log::most_longest>{});
    file.field("one_in", gaps.one_in, [](std::uint64_t one_in) {
        return std::has_single_bit(one_in) ? nullptr : "is no power of 2";
    });
    file.field("watched", gaps.watched, each_pass_once);
    file.fields("unlisted", gaps.unlisted, "unlisted_ns", gaps.unlisted_ns);
    file.require(has_lengths(gaps), "\"gaps\" holds a length that is none");
}

inline const char* lower_cpu_first(const std::vector<int>& cpus) {
    return cpus.size() == 2 && 0 <= cpus[0] && cpus[0] < cpus[1]
               ? nullptr
               : "is not of two CPUs, the lower one first";
}

/// The most gaps of a case in a digest; they are the longest.
inline constexpr std::size_t most_gaps_of_digest = 1'000;

/// A case without its rounds and samples, with at most `most_gaps` gaps.
void describe_case(auto& file, is_a<measure::case_record> auto& record, std::size_t most_gaps) {
    describe_key(file, record.key);
    file.fields("unit", record.unit, "threads", record.threads);
    describe_named(file, "method", record.valued_by, measure::parse_method);
    file.fields("compared_with", record.compared_with, "repeated", record.repeated);
    file.field("counted", record.counted,
               at_most<1'000>{}); // the writer searches its keys in order
    file.fields("cpus", record.cpus, "failed_self_checks", record.failures);
    file.if_any("latency_of", record.latency_of, lower_cpu_first);
    if constexpr (is_reader<decltype(file)>) {
        file.if_any("gaps", record.gaps);
    } else {
        file.if_any("gaps", shortened(record.gaps, most_gaps));
    }
}

void describe_record(auto& file, is_a<measure::case_record> auto& record) {
    describe_case(file, record, measure::gap_log::most_listed);
    file.field("rounds", record.rounds, few_passes);
    describe_disturbed(file, record.rounds);
    file.fields("ns_per_count", record.ns_per_count, "samples", record.samples, "worst",
                record.worst);
    file.if_any("sample_ranges", record.sample_ranges,
                at_most<measure::reported_percentiles.size()>{});
}

} // namespace tollgate::report
