// SPDX-License-Identifier: BSL-1.0
#include "json_rounds.hpp"

#include <tollgate/report/guessed_key.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace tollgate::report {
namespace {

json write_histogram(const stats::histogram& samples) {
    json buckets = json::array();
    for (const auto& bucket : samples.buckets()) {
        buckets.push_back({bucket.low, bucket.count});
    }
    return {{"min", samples.min()},
            {"max", samples.max()},
            {"negative", samples.negative()},
            {"overflow", samples.overflow()},
            {"buckets", std::move(buckets)}};
}

/// `[low, count]`; in format version 1 `[low, high, count]`.
stats::histogram::bucket read_bucket(const read_value& from) {
    if (!from.is_array() || (from.size() != 2 && from.size() != 3)) {
        throw std::invalid_argument("\"buckets\" holds what is no bucket");
    }
    const std::int64_t low = as_signed_whole(from[0], "buckets");
    const std::uint64_t count = as_whole(from[from.size() - 1], "buckets");
    if (from.size() == 3) {
        return {low, as_signed_whole(from[1], "buckets"), count};
    }
    if (low < 0 || low > stats::histogram::largest) {
        throw std::invalid_argument("\"buckets\" holds a bucket outside the range");
    }
    return {low, stats::histogram::bucket_of(low, count).high, count};
}

stats::histogram read_histogram(const read_value& from) {
    std::vector<stats::histogram::bucket> buckets;
    for (const read_value& bucket : list(from, "buckets")) {
        buckets.push_back(read_bucket(bucket));
    }
    return stats::histogram::restore(buckets, signed_whole(from, "min"), signed_whole(from, "max"),
                                     whole(from, "negative"), whole(from, "overflow"));
}

measure::parameter read_parameter(const read_value& from) {
    const read_value& value = member(from, "value");
    if (value.is_string()) {
        return {text(from, "name"), value.get<std::string>()};
    }
    return {text(from, "name"), as_whole(value, "value")};
}

/// `[raw_ns, process, round, index, by what it was disturbed...]`.
json write_worst(const measure::worst_sample& sample) {
    json out = json::array({sample.raw_ns, sample.process, sample.round, sample.index});
    for (const std::string& reason : sample.disturbances) {
        out.push_back(reason);
    }
    return out;
}

measure::worst_sample read_worst(const read_value& from) {
    measure::worst_sample sample;
    if (!from.is_array()) { // format version 1
        sample.raw_ns = number(from, "raw_ns");
        sample.process = whole(from, "process");
        sample.round = whole(from, "round");
        sample.index = whole(from, "index");
        sample.disturbances = texts(from, "disturbances");
        return sample;
    }
    if (from.size() < 4 || !from[0].is_number()) {
        throw std::invalid_argument("\"worst\" holds what is no sample");
    }
    sample.raw_ns = from[0].get<double>();
    sample.process = as_whole(from[1], "worst");
    sample.round = as_whole(from[2], "worst");
    sample.index = as_whole(from[3], "worst");
    for (std::size_t i = 4; i < from.size(); ++i) {
        sample.disturbances.push_back(as_text(from[i], "worst"));
    }
    return sample;
}

/// `[process, at_ns, length_ns]`.
json write_gap(const measure::gap& one) {
    return json::array({one.process, one.at_ns, one.length_ns});
}

/// A file may come from a stranger. The limits let the sum of all times in it fit.
std::int64_t as_time_taken(const read_value& value, std::int64_t most) {
    const std::int64_t time = as_signed_whole(value, "gaps");
    if (time < 0 || time > most) {
        throw std::invalid_argument("\"gaps\" holds a length that is none");
    }
    return time;
}

/// Of a gap, and of what is watched in a pass: three days. A process may be stopped for a night.
constexpr std::int64_t longest_gap_ns = std::int64_t{1} << 48;
constexpr std::int64_t most_unlisted_ns = std::int64_t{1} << 60;
constexpr std::size_t most_watched = 4'096; ///< passes

constexpr bool fits(std::size_t times, std::int64_t beside_ns) {
    return (std::numeric_limits<std::int64_t>::max() - beside_ns) / longest_gap_ns >=
           static_cast<std::int64_t>(times);
}
static_assert(fits(measure::gap_log::most_listed, most_unlisted_ns) && fits(most_watched, 0));

measure::gap read_gap(const read_value& from) {
    if (!from.is_array() || from.size() < 3) {
        throw std::invalid_argument("\"gaps\" holds what is no gap");
    }
    return {as_signed_whole(from[1], "gaps"), as_time_taken(from[2], longest_gap_ns),
            as_whole(from[0], "gaps")};
}

json write_gaps(const measure::gap_log& gaps) {
    json listed = json::array();
    for (const measure::gap& one : gaps.listed) {
        listed.push_back(write_gap(one));
    }
    json longest = json::array();
    for (const measure::counted_gap& one : gaps.longest) {
        longest.push_back(write_gap(one.seen));
        for (const std::string& words : one.meanwhile) {
            longest.back().push_back(words);
        }
    }
    json watched = json::array();
    for (const measure::watched_time& some : gaps.watched) {
        watched.push_back(json::array({some.process, some.taken_ns, some.watched_ns}));
    }
    return {{"listed", std::move(listed)}, {"longest", std::move(longest)},
            {"one_in", gaps.one_in},       {"watched", std::move(watched)},
            {"unlisted", gaps.unlisted},   {"unlisted_ns", gaps.unlisted_ns}};
}

/// `[process, taken_ns, watched_ns]`, each pass once.
std::vector<measure::watched_time> read_watched(const read_value& from) {
    std::vector<measure::watched_time> all;
    std::set<std::uint64_t> seen;
    for (const read_value& one : list(from, "watched")) {
        if (all.size() == most_watched) {
            throw std::invalid_argument("\"gaps\" has the time of more than 4,096 passes");
        }
        if (!one.is_array() || one.size() != 3) {
            throw std::invalid_argument("\"gaps\" holds no time that was watched");
        }
        const std::int64_t watched_ns = as_time_taken(one[2], longest_gap_ns);
        all.push_back({as_whole(one[0], "gaps"), as_time_taken(one[1], watched_ns), watched_ns});
        if (!seen.insert(all.back().process).second) {
            throw std::invalid_argument("\"gaps\" has the time of one pass twice");
        }
    }
    return all;
}

/// Files of older versions have neither: their gaps are the first of a run.
void read_sample(const read_value& from, measure::gap_log& gaps) {
    if (from.contains("one_in")) {
        gaps.one_in = whole(from, "one_in");
        if (!std::has_single_bit(gaps.one_in)) {
            throw std::invalid_argument("\"gaps\" lists one in a number that is no power of 2");
        }
    }
    if (from.contains("watched")) {
        gaps.watched = read_watched(from);
    }
}

measure::gap_log read_gaps(const read_value& from) {
    measure::gap_log gaps;
    read_sample(from, gaps);
    for (const read_value& one : list(from, "listed")) {
        gaps.listed.push_back(read_gap(one));
        if (one.size() != 3) {
            throw std::invalid_argument("\"gaps\" lists a gap with more than its length");
        }
    }
    for (const read_value& one : list(from, "longest")) {
        measure::counted_gap& last = gaps.longest.emplace_back();
        last.seen = read_gap(one);
        for (std::size_t i = 3; i < one.size(); ++i) {
            last.meanwhile.push_back(as_text(one[i], "longest"));
        }
    }
    if (gaps.listed.size() > measure::gap_log::most_listed ||
        gaps.longest.size() > measure::gap_log::most_longest) {
        throw std::invalid_argument("\"gaps\" holds more gaps than are kept of a case");
    }
    gaps.unlisted = whole(from, "unlisted");
    gaps.unlisted_ns = as_time_taken(member(from, "unlisted_ns"), most_unlisted_ns);
    return gaps;
}

/// Files from before there were events do not name a method, nor another case than the first, and
/// older ones count nothing.
void read_kind(const read_value& from, measure::case_record& record) {
    const auto valued_by = measure::parse_method(
        from.contains("method") ? text(from, "method") : std::string("unobserved_loop"));
    if (!valued_by) {
        throw std::invalid_argument("\"method\" is none");
    }
    record.valued_by = *valued_by;
    if (from.contains("compared_with")) {
        const std::string other = text(from, "compared_with");
        // It may have been renamed since.
        record.compared_with = has_guessed_key(from) ? guess_key(other).name() : other;
    }
    if (from.contains("repeated")) {
        record.repeated = whole(from, "repeated");
    }
    if (from.contains("counted")) {
        const read_value& counted = member(from, "counted");
        if (!counted.is_object()) {
            throw std::invalid_argument("\"counted\" is not an object");
        }
        for (const auto& [name, times] : counted.items()) {
            record.counted[name] = as_whole(times, "counted");
        }
    }
}

} // namespace

void write_key(const measure::case_key& key, json& to) {
    json parameters = json::array();
    for (const measure::parameter& one : key.parameters()) {
        parameters.push_back({{"name", one.name}});
        std::visit([&](const auto& value) { parameters.back()["value"] = value; }, one.value);
    }
    to["name"] = key.name();
    to["path"] = key.path();
    to["parameters"] = std::move(parameters);
}

bool has_guessed_key(const read_value& from) {
    return !from.contains("path") && !from.contains("parameters");
}

measure::case_key read_key(const read_value& from) {
    const std::string name = text(from, "name");
    if (has_guessed_key(from)) {
        return guess_key(name);
    }
    std::vector<measure::parameter> parameters;
    for (const read_value& one : list(from, "parameters")) {
        parameters.push_back(read_parameter(one));
        const std::string& last = parameters.back().name;
        if (!last.empty() && std::any_of(parameters.begin(), parameters.end() - 1,
                                         [&](const auto& other) { return other.name == last; })) {
            throw std::invalid_argument("\"parameters\" has one name twice");
        }
    }
    measure::case_key key(text(from, "path"), std::move(parameters));
    if (key.name() != name) {
        throw std::invalid_argument("\"name\" is not what \"path\" and \"parameters\" make");
    }
    return key;
}

json write_case(const measure::case_record& record, std::size_t most_gaps) {
    json out;
    write_key(record.key, out);
    out.update({{"unit", record.unit},
                {"threads", record.threads},
                {"method", measure::to_string(record.valued_by)},
                {"compared_with", record.compared_with},
                {"repeated", record.repeated},
                {"counted", record.counted},
                {"cpus", record.cpus},
                {"failed_proofs", record.failures}});
    if (!record.distance_of.empty()) {
        out["distance_of"] = record.distance_of;
    }
    if (!record.gaps.empty()) {
        out["gaps"] = write_gaps(shortened(record.gaps, most_gaps));
    }
    return out;
}

json write_record(const measure::case_record& record) {
    json worst = json::array();
    for (const measure::worst_sample& sample : record.worst) {
        worst.push_back(write_worst(sample));
    }
    json out = write_case(record, measure::gap_log::most_listed);
    out.update({{"rounds", write_rounds(record.rounds)},
                {"disturbed", write_disturbed(record.rounds)},
                {"ns_per_count", record.ns_per_count},
                {"samples", write_histogram(record.samples)},
                {"worst", std::move(worst)}});
    return out;
}

measure::case_record read_case(const read_value& from) {
    measure::case_record record;
    record.key = read_key(from);
    record.unit = text(from, "unit");
    record.threads = whole(from, "threads");
    read_kind(from, record);
    record.cpus = small_wholes(from, "cpus");
    if (from.contains("distance_of")) { // only there if it is looked at
        const auto [one, other] = two_cpus(from, "distance_of");
        record.distance_of = {one, other};
    }
    if (from.contains("gaps")) { // only there if there were any
        record.gaps = read_gaps(member(from, "gaps"));
    }
    record.failures = texts(from, "failed_proofs");
    return record;
}

measure::case_record read_record(const read_value& from, std::vector<measure::case_round> rounds,
                                 bool rows) {
    if (list(from, "rounds").size() != rounds.size()) {
        throw std::invalid_argument("\"rounds\" holds what is no round");
    }
    measure::case_record record = read_case(from);
    record.rounds = std::move(rounds);
    if (rows) { // the rounds of format version 1 have their disturbances themselves
        read_disturbed(from, record.rounds);
    }
    record.ns_per_count = number(from, "ns_per_count");
    record.samples = read_histogram(member(from, "samples"));
    for (const read_value& sample : list(from, "worst")) {
        record.worst.push_back(read_worst(sample));
    }
    return record;
}

} // namespace tollgate::report
