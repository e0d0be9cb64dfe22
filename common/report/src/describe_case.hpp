// SPDX-License-Identifier: BSL-1.0
#pragma once

// What was measured of a case, as files and passes have it. See archive.hpp.

#include "reader.hpp"
#include "writer.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/stats/histogram.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <stdexcept>

namespace tollgate::report {

/// A word for a constant.
void describe_named(auto& file, const char* key, auto& value, auto parse) {
    std::string name(to_string(value));
    file.field(key, name, [&](const std::string& found) {
        return parse(found) ? nullptr : "is a word that is not known there";
    });
    if constexpr (is_reader<decltype(file)>) {
        value = *parse(name);
    }
}

/// A parameter as it is read: it has no default.
struct described_parameter {
    std::string name;
    measure::parameter_value value;
};

void describe(auto& file, is_a<described_parameter> auto& one) {
    file.field("name", one.name);
    file.field("value", one.value);
}

/// Members of the object that is about the case.
void describe_key(auto& file, is_a<measure::case_key> auto& key) {
    std::string name = key.name();
    std::string path = key.path();
    std::vector<described_parameter> parameters;
    for (const measure::parameter& one : key.parameters()) {
        parameters.push_back({one.name, one.value});
    }
    file.field("name", name);
    file.field("path", path);
    file.field("parameters", parameters, at_most<64>{}); // each is compared with each
    if constexpr (is_reader<decltype(file)>) {
        std::set<std::string> names;
        std::vector<measure::parameter> all;
        for (described_parameter& one : parameters) {
            file.require(one.name.empty() || names.insert(one.name).second,
                         "\"parameters\" has one name twice");
            all.emplace_back(std::move(one.name), std::move(one.value));
        }
        key = measure::case_key(std::move(path), std::move(all));
        file.require(key.name() == name, "\"name\" is not what \"path\" and \"parameters\" make");
    }
}

void cells(auto& row, is_a<stats::histogram::bucket> auto& one) {
    row.cell("low", one.low, [](std::int64_t low) {
        return low < 0 || low > stats::histogram::largest ? "is outside of the range" : nullptr;
    });
    row.cell("count", one.count);
    if constexpr (is_reader<decltype(row)>) {
        one.high = stats::histogram::bucket_of(one.low, one.count).high;
    }
}

void describe(auto& file, is_a<stats::histogram> auto& samples) {
    std::int64_t min = samples.min();
    std::int64_t max = samples.max();
    std::uint64_t negative = samples.negative();
    std::uint64_t overflow = samples.overflow();
    std::vector<stats::histogram::bucket> buckets = samples.buckets();
    file.field("min", min);
    file.field("max", max);
    file.field("negative", negative);
    file.field("overflow", overflow);
    file.field("buckets", buckets);
    if constexpr (is_reader<decltype(file)>) {
        samples = stats::histogram::restore(buckets, min, max, negative, overflow);
    }
}

/// One description gives the file's "round_columns", too.
void cells(auto& row, is_a<measure::case_round> auto& one) {
    row.cell("process", one.process);
    row.cell("round", one.round);
    row.cell("operations", one.operations);
    row.figure("value_ns", one.value_ns);
    row.figure("cpu_ns", one.cpu_ns);
    row.figure("cpu_user_ns", one.cpu_user_ns);
    row.figure("cpu_system_ns", one.cpu_system_ns);
    row.figure("nvcsw_per_op", one.voluntary_switches);
    row.figure("nivcsw_per_op", one.involuntary_switches);
    row.figure("units_per_op", one.units_per_operation);
    row.figure("fit_intercept_ns", one.fit.intercept);
    row.figure("fit_slope_ns", one.fit.slope);
    row.figure("reference_before_ns", one.reference_before_ns);
    row.figure("reference_after_ns", one.reference_after_ns);
}

struct column_names {
    static constexpr bool reads = false;
    std::vector<std::string> names;

    void cell(const char* name, const auto& /*value*/) { names.emplace_back(name); }
    void figure(const char* name, double /*value*/) { names.emplace_back(name); }
};

inline std::vector<std::string> round_columns() {
    column_names columns;
    const measure::case_round any;
    cells(columns, any);
    return std::move(columns.names);
}

/// What is concluded of n passes takes n².
inline constexpr std::size_t most_passes = 200;
inline const char* few_passes(const std::vector<measure::case_round>& rounds) {
    std::set<std::uint64_t> passes;
    for (const measure::case_round& one : rounds) {
        passes.insert(one.process);
    }
    return passes.size() > most_passes ? "has more than 200 passes" : nullptr;
}

struct disturbed_round {
    std::size_t index = 0; ///< of its row
    std::vector<std::string> by;
};

void cells(auto& row, is_a<disturbed_round> auto& one) {
    row.cell("index", one.index);
    row.words(one.by);
}

void describe_disturbed(auto& file, auto& rounds) {
    std::vector<disturbed_round> all;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        if (!rounds[i].disturbances.empty()) {
            all.push_back({i, rounds[i].disturbances});
        }
    }
    file.field("disturbed", all);
    if constexpr (is_reader<decltype(file)>) {
        for (disturbed_round& one : all) {
            file.require(one.index < rounds.size(), "\"disturbed\" has a round that is not there");
            rounds[one.index].disturbances = std::move(one.by);
        }
    }
}

void cells(auto& row, is_a<measure::worst_sample> auto& one) {
    row.cell("raw_ns", one.raw_ns);
    row.cell("process", one.process);
    row.cell("round", one.round);
    row.cell("index", one.index);
    row.words(one.disturbances);
}

/// So that the sum of all times in a file fits. A gap, and what is watched in a pass, lasts three
/// days at most: a process may be stopped for a night.
template <std::int64_t Most>
struct length_up_to {
    constexpr const char* operator()(std::int64_t ns) const {
        return ns < 0 || ns > Most ? "is a length that is none" : nullptr;
    }
};
inline constexpr std::int64_t longest_gap_ns = std::int64_t{1} << 48;
inline constexpr std::int64_t most_unlisted_ns = std::int64_t{1} << 60;
inline constexpr std::size_t most_watched = 4'096; ///< passes
static_assert(longest_gap_ns * std::int64_t{measure::gap_log::most_listed} + most_unlisted_ns > 0 &&
              longest_gap_ns * std::int64_t{most_watched} > 0); // no overflow

void cells(auto& row, is_a<measure::gap> auto& one) {
    row.cell("process", one.process);
    row.cell("at_ns", one.at_ns);
    row.cell("length_ns", one.length_ns, length_up_to<longest_gap_ns>{});
}

void cells(auto& row, is_a<measure::counted_gap> auto& one) {
    cells(row, one.seen);
    row.words(one.meanwhile);
}

void cells(auto& row, is_a<measure::watched_time> auto& one) {
    row.cell("process", one.process);
    row.cell("taken_ns", one.taken_ns);
    row.cell("watched_ns", one.watched_ns, length_up_to<longest_gap_ns>{});
}

inline const char* each_pass_once(const std::vector<measure::watched_time>& watched) {
    std::set<std::uint64_t> passes;
    for (const measure::watched_time& one : watched) {
        if (one.taken_ns < 0 || one.taken_ns > one.watched_ns) {
            return "has a time of which more was taken than there was";
        }
        if (!passes.insert(one.process).second) {
            return "has the time of one pass twice";
        }
    }
    return watched.size() > most_watched ? "has the time of more than 4,096 passes" : nullptr;
}

void describe(auto& file, is_a<measure::gap_log> auto& gaps) {
    file.field("listed", gaps.listed, at_most<measure::gap_log::most_listed>{});
    file.field("longest", gaps.longest, at_most<measure::gap_log::most_longest>{});
    file.field("one_in", gaps.one_in, [](std::uint64_t one_in) {
        return std::has_single_bit(one_in) ? nullptr : "is no power of 2";
    });
    file.field("watched", gaps.watched, each_pass_once);
    file.field("unlisted", gaps.unlisted);
    file.field("unlisted_ns", gaps.unlisted_ns, length_up_to<most_unlisted_ns>{});
}

inline const char* lower_cpu_first(const std::vector<int>& cpus) {
    return cpus.size() == 2 && 0 <= cpus[0] && cpus[0] < cpus[1]
               ? nullptr
               : "is not of two CPUs, the lower one first";
}

/// The most gaps of a case in a digest; they are the longest.
inline constexpr std::size_t most_gaps_of_digest = 1'000;

/// A case without its rounds and samples, of its gaps at most so many.
void describe_case(auto& file, is_a<measure::case_record> auto& record, std::size_t most_gaps) {
    describe_key(file, record.key);
    file.field("unit", record.unit);
    file.field("threads", record.threads);
    describe_named(file, "method", record.valued_by, measure::parse_method);
    file.field("compared_with", record.compared_with);
    file.field("repeated", record.repeated);
    file.field("counted", record.counted, at_most<1'000>{}); // keys that are written keep an order
    file.field("cpus", record.cpus);
    file.field("failed_proofs", record.failures);
    file.if_any("distance_of", record.distance_of, lower_cpu_first);
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
    file.field("ns_per_count", record.ns_per_count);
    file.field("samples", record.samples);
    file.field("worst", record.worst);
}

} // namespace tollgate::report
