// SPDX-License-Identifier: BSL-1.0
// Files that Google Benchmark wrote for other programs: of each case a round for each repetition.
#include "describe_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <set>

namespace tollgate::report {
namespace {

/// Entries of one benchmark are its repetitions and aggregates; two benchmarks may have one name.
struct benchmark_id {
    std::string name; ///< run_name where there is one
    std::uint64_t family_index = 0;
    std::uint64_t instance_index = 0; ///< within the family

    auto operator<=>(const benchmark_id&) const = default;
};

struct google_entry {
    benchmark_id of;
    std::string run_type = "iteration";
    std::string aggregate_name;
    std::string aggregate_unit = "time";
    std::string time_unit = "ns";
    double real_time = 0;
    double cpu_time = 0;
    std::uint64_t iterations = 0;
    std::uint64_t threads = 1;
    std::optional<std::uint64_t> repetition_index;

    [[nodiscard]] bool is_aggregate() const { return run_type == "aggregate"; }
};

/// Of the entries that are or may be aggregates: before 2018 none said what it is.
using benchmark_names = std::set<std::string>;

/// Empty if there is none.
std::string text_in(const read_value& entry, const char* key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

benchmark_names names_beside_iterations(const read_value& entries) {
    benchmark_names found;
    for (const read_value& entry : entries) {
        if (text_in(entry, "run_type") != "iteration") {
            found.insert(text_in(entry, "name"));
            expect("benchmarks", at_most<50'000>{}(found));
        }
    }
    return found;
}

/// Whether there is an aggregate of it. A file has all three, unless somebody left some out.
bool is_aggregated(const std::string& benchmark, const benchmark_names& all) {
    return all.contains(benchmark + "_mean") || all.contains(benchmark + "_median") ||
           all.contains(benchmark + "_stddev");
}

/// Tells an aggregate that does not say so by its name, "BM_sort_cv" of "BM_sort". A benchmark may
/// have such a name, too; then there is no scatter beside it.
void recognize_aggregate(const std::string& name, const benchmark_names& all, google_entry& entry) {
    const bool has_run_name = name != entry.of.name;
    for (const std::string_view ending : {"_mean", "_median", "_stddev", "_cv"}) {
        const std::string of = name.substr(0, name.size() - std::min(ending.size(), name.size()));
        const bool has_scatter = all.contains(of + "_stddev") || all.contains(of + "_cv");
        const bool is_there = all.contains(of) || all.contains(of + "_mean");
        if (name.ends_with(ending) && (has_run_name || (has_scatter && is_there))) {
            entry.of.name = of;
            entry.aggregate_name = ending.substr(1);
        }
    }
    entry.run_type = has_run_name || !entry.aggregate_name.empty() ? "aggregate" : "iteration";
}

/// NaN, where the file has one of the words for what is no finite number: see read_any_json.
double time_in(const reader& entry, const char* key) {
    double time = 0;
    if (entry.has(key) && entry.member(key) == read_value::array()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    entry.field(key, time);
    return time;
}

/// The name is required, everything else is not.
google_entry read_entry(const reader& entry, const benchmark_names& all) {
    google_entry one;
    std::string name;
    if (!entry.has("run_name")) {
        take("name", entry.member("name"), name);
    }
    one.of.name = name;
    entry.fields("run_name", one.of.name, "name", name, "run_type", one.run_type, "aggregate_name",
                 one.aggregate_name, "aggregate_unit", one.aggregate_unit, "time_unit",
                 one.time_unit, "iterations", one.iterations, "threads", one.threads,
                 "family_index", one.of.family_index, "per_family_instance_index",
                 one.of.instance_index);
    one.real_time = time_in(entry, "real_time");
    one.cpu_time = time_in(entry, "cpu_time");
    entry.if_any("repetition_index", one.repetition_index);
    if (!entry.has("run_type")) {
        recognize_aggregate(name.empty() ? one.of.name : name, all, one);
    }
    const bool is_known = one.is_aggregate() || one.run_type == "iteration";
    expect("run_type", is_known ? nullptr : "is neither iteration nor aggregate");
    return one;
}

void convert_to_ns(google_entry& one) {
    static const std::map<std::string, double> known{
        {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const auto unit = known.find(one.time_unit);
    expect("time_unit", unit == known.end() ? "is none of ns, us, ms, s" : nullptr);
    one.real_time *= unit->second;
    one.cpu_time *= unit->second;
    const bool fits = std::isfinite(one.real_time) && std::isfinite(one.cpu_time);
    expect("real_time", fits ? nullptr : "is too large");
}

/// Why it has no time; empty: it has one.
std::string why_unavailable(const reader& entry, const google_entry& one) {
    bool failed = entry.has("error_message");
    bool skipped = entry.has("skip_message");
    std::string why;
    entry.fields("error_occurred", failed, "skipped", skipped);
    if (failed || skipped) {
        entry.fields("error_message", why, "skip_message", why);
        return !why.empty() ? why : failed ? "it says that an error occurred" : "it was skipped";
    }
    for (const auto& [key, time] :
         {std::pair("real_time", one.real_time), std::pair("cpu_time", one.cpu_time)}) {
        if (std::isnan(time)) {
            return fmt::format("its {} is NaN or infinite", key);
        }
    }
    if (entry.has("real_time") && !(one.real_time > 0)) {
        return fmt::format("its real_time of {} {} is no cost", one.real_time, one.time_unit);
    }
    return one.cpu_time < 0
               ? fmt::format("its cpu_time of {} {} is no cost", one.cpu_time, one.time_unit)
               : "";
}

/// The cases while they are read.
class case_reader {
public:
    explicit case_reader(const read_value& entries) : names_(names_beside_iterations(entries)) {}

    void add(const reader& entry) {
        google_entry one = read_entry(entry, names_);
        if (const auto found = known_.find(one.of); one.is_aggregate() && found != known_.end()) {
            found->second.has_ended = true;
        }
        const bool is_time =
            one.aggregate_unit == "time" && (!one.is_aggregate() || one.aggregate_name == "median");
        std::string why = is_time ? why_unavailable(entry, one) : "";
        if (!why.empty()) {
            run_.unavailable.push_back({guess_key(one.of.name), std::move(why)});
            expect("benchmarks", few_entries{}(run_.unavailable));
        } else if (!is_time || !entry.has("real_time")) {
            ++others_;
        } else {
            convert_to_ns(one);
            if (one.is_aggregate()) {
                medians_.push_back(std::move(one));
                expect("benchmarks", few_entries{}(medians_));
            } else {
                add_round(one);
            }
        }
    }

    /// Where only aggregates were written, a case has one round with the median.
    [[nodiscard]] result take() && {
        for (const google_entry& one : medians_) {
            if (!known_.contains(one.of)) {
                add_round(one, add_case(one));
            }
        }
        if (run_.cases.empty()) {
            throw unreadable_result(
                "no entry of \"benchmarks\" has a time" +
                (run_.unavailable.empty() ? "" : "; the first: " + run_.unavailable[0].text()));
        }
        if (others_ != 0) { // BigO and RMS, other aggregates
            run_.notes.push_back(std::to_string(others_) +
                                 " entries are no times, or aggregates of times that are there");
        }
        return std::move(run_);
    }

private:
    struct known_benchmark {
        std::size_t place = 0; ///< among the cases
        std::set<std::uint64_t> repetitions;
        bool has_ended = false; ///< an aggregate follows its repetitions
    };

    std::size_t add_case(const google_entry& one) {
        measure::case_record& record = run_.cases.emplace_back().record;
        expect("benchmarks", few_entries{}(run_.cases));
        record.key = guess_key(one.of.name);
        record.unit = "one iteration";
        record.threads = one.threads;
        return run_.cases.size() - 1;
    }

    /// An entry that is no repetition of those before it is a case of the same name. Without a
    /// number it is one if there are aggregates.
    void add_round(const google_entry& one) {
        const auto [place, is_new] = known_.try_emplace(one.of);
        known_benchmark& known = place->second;
        const bool repeats =
            !is_new &&
            (one.repetition_index ? !known.repetitions.contains(*one.repetition_index)
                                  : !known.has_ended && is_aggregated(one.of.name, names_));
        if (!repeats) {
            known = {add_case(one), {}, false};
        }
        if (one.repetition_index) {
            known.repetitions.insert(*one.repetition_index);
        }
        add_round(one, known.place);
    }

    void add_round(const google_entry& one, std::size_t place) {
        std::vector<measure::case_round>& rounds = run_.cases[place].record.rounds;
        measure::case_round& round = rounds.emplace_back();
        // A repetition stands for a pass. Conclusions of n passes take n².
        round.process = (rounds.size() - 1) % most_passes;
        round.round = rounds.size() - 1;
        round.operations = one.iterations;
        round.value_ns = one.real_time;
        round.cpu_ns = one.cpu_time;
        round.fit = {0, one.real_time};
        run_.rounds = std::max<std::uint64_t>(run_.rounds, rounds.size());
    }

    benchmark_names names_;
    result run_;
    std::map<benchmark_id, known_benchmark> known_;
    std::vector<google_entry> medians_;
    std::size_t others_ = 0;
};

result read_entries(const read_value& entries) {
    case_reader cases(entries);
    for (const read_value& entry : entries) {
        try {
            cases.add(reader("benchmarks", entry, true));
        } catch (const unreadable_result& error) {
            const std::string name = text_in(entry, "name");
            throw unreadable_result(error.what() + (name.empty() ? "" : ", in the entry " + name));
        }
    }
    return std::move(cases).take();
}

} // namespace

result read_foreign(const read_value& whole_file) {
    const read_value& entries = whole_file.at("benchmarks");
    expect("benchmarks", entries.is_array() ? nullptr : "is not a list");
    result run = read_entries(entries);
    if (const auto found = whole_file.find("context"); found != whole_file.end()) {
        const reader file("context", *found, true);
        describe_context(file, run.about);
        file.field("library_version", run.about.version);
        run.about.program = run.about.executable.substr(run.about.executable.find_last_of('/') + 1);
    }
    for (measure::case_result& one : run.cases) {
        one.summary = measure::summarize(one.record);
    }
    return run;
}

} // namespace tollgate::report
