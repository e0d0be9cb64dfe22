// SPDX-License-Identifier: BSL-1.0
// Reads files that Google Benchmark wrote for other programs: each repetition of a case is a round.
#include "describe_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <set>

namespace tollgate::report {
namespace {

/// Identifies a benchmark, because two may have one name. Its entries are its repetitions and
/// aggregates.
struct benchmark_id {
    std::string name; ///< run_name where there is one
    std::uint64_t family_index = 0;
    std::uint64_t instance_index = 0; ///< within the family

    auto operator<=>(const benchmark_id&) const = default;
};

struct google_entry {
    benchmark_id id;
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

/// The names of entries that are aggregates or may be: before 2018 no entry said what it was.
using benchmark_names = std::set<std::string>;

/// The text of this member; empty if there is none.
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

/// Whether the benchmark has an aggregate. A file has all three unless somebody removed some.
bool is_aggregated(const std::string& benchmark, const benchmark_names& names) {
    return names.contains(benchmark + "_mean") || names.contains(benchmark + "_median") ||
           names.contains(benchmark + "_stddev");
}

/// Recognizes an aggregate by its name: "BM_sort_cv" belongs to "BM_sort". A benchmark may also
/// have such a name; then the file has no standard deviation for it.
void recognize_aggregate(const std::string& name, const benchmark_names& names,
                         google_entry& entry) {
    const bool has_run_name = name != entry.id.name;
    for (const std::string_view ending : {"_mean", "_median", "_stddev", "_cv"}) {
        const std::string benchmark =
            name.substr(0, name.size() - std::min(ending.size(), name.size()));
        const bool has_scatter =
            names.contains(benchmark + "_stddev") || names.contains(benchmark + "_cv");
        const bool is_there = names.contains(benchmark) || names.contains(benchmark + "_mean");
        if (name.ends_with(ending) && (has_run_name || (has_scatter && is_there))) {
            entry.id.name = benchmark;
            entry.aggregate_name = ending.substr(1);
        }
    }
    entry.run_type = has_run_name || !entry.aggregate_name.empty() ? "aggregate" : "iteration";
}

/// The time, or NaN if the file has a word for a number that is not finite: see replace_words.
double time_in(const reader& entry, const char* key) {
    double time = 0;
    if (entry.has(key) && entry.member(key) == read_value::array()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    entry.field(key, time);
    return time;
}

/// Reads an entry. Only its name is required.
google_entry read_entry(const reader& entry, const benchmark_names& names) {
    google_entry result;
    std::string name;
    if (!entry.has("run_name")) {
        take("name", entry.member("name"), name);
    }
    result.id.name = name;
    entry.fields("run_name", result.id.name, "name", name, "run_type", result.run_type,
                 "aggregate_name", result.aggregate_name, "aggregate_unit", result.aggregate_unit,
                 "time_unit", result.time_unit, "iterations", result.iterations, "threads",
                 result.threads, "family_index", result.id.family_index,
                 "per_family_instance_index", result.id.instance_index);
    result.real_time = time_in(entry, "real_time");
    result.cpu_time = time_in(entry, "cpu_time");
    entry.if_any("repetition_index", result.repetition_index);
    if (!entry.has("run_type")) {
        recognize_aggregate(name.empty() ? result.id.name : name, names, result);
    }
    const bool is_known = result.is_aggregate() || result.run_type == "iteration";
    expect("run_type", is_known ? nullptr : "is neither iteration nor aggregate");
    return result;
}

void convert_to_ns(google_entry& entry) {
    static const std::map<std::string, double> ns_per_unit{
        {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const auto unit = ns_per_unit.find(entry.time_unit);
    expect("time_unit", unit == ns_per_unit.end() ? "is none of ns, us, ms, s" : nullptr);
    entry.real_time *= unit->second;
    entry.cpu_time *= unit->second;
    const bool fits = std::isfinite(entry.real_time) && std::isfinite(entry.cpu_time);
    expect("real_time", fits ? nullptr : "is too large");
}

/// Why an entry has no time; empty: it has one.
std::string why_unavailable(const reader& entry, const google_entry& times) {
    bool failed = entry.has("error_message");
    bool skipped = entry.has("skip_message");
    std::string why;
    entry.fields("error_occurred", failed, "skipped", skipped);
    if (failed || skipped) {
        entry.fields("error_message", why, "skip_message", why);
        return !why.empty() ? why : failed ? "it says that an error occurred" : "it was skipped";
    }
    for (const auto& [key, time] :
         {std::pair("real_time", times.real_time), std::pair("cpu_time", times.cpu_time)}) {
        if (std::isnan(time)) {
            return fmt::format("its {} is NaN or infinite", key);
        }
    }
    if (entry.has("real_time") && !(times.real_time > 0)) {
        return fmt::format("its real_time of {} {} is not a cost", times.real_time,
                           times.time_unit);
    }
    return times.cpu_time < 0
               ? fmt::format("its cpu_time of {} {} is not a cost", times.cpu_time, times.time_unit)
               : "";
}

/// Collects the cases while entries are read.
class case_reader {
public:
    explicit case_reader(const read_value& entries) : names_(names_beside_iterations(entries)) {}

    void add(const reader& entry) {
        google_entry parsed = read_entry(entry, names_);
        if (const auto found = known_.find(parsed.id);
            parsed.is_aggregate() && found != known_.end()) {
            found->second.has_ended = true;
        }
        const bool is_time = parsed.aggregate_unit == "time" &&
                             (!parsed.is_aggregate() || parsed.aggregate_name == "median");
        std::string why = is_time ? why_unavailable(entry, parsed) : "";
        if (!why.empty()) {
            run_.unavailable.push_back({guess_key(parsed.id.name), std::move(why)});
            expect("benchmarks", few_entries{}(run_.unavailable));
        } else if (!is_time || !entry.has("real_time")) {
            ++others_;
        } else {
            convert_to_ns(parsed);
            if (parsed.is_aggregate()) {
                medians_.push_back(std::move(parsed));
                expect("benchmarks", few_entries{}(medians_));
            } else {
                add_round(parsed);
            }
        }
    }

    /// The result. A case of which the file has only aggregates gets one round with the median.
    [[nodiscard]] result take() && {
        for (const google_entry& parsed : medians_) {
            if (!known_.contains(parsed.id)) {
                add_round(parsed, add_case(parsed));
            }
        }
        if (run_.cases.empty()) {
            throw unreadable_result(
                "no entry of \"benchmarks\" has a time" +
                (run_.unavailable.empty() ? "" : "; the first: " + run_.unavailable[0].text()));
        }
        if (others_ != 0) { // BigO, RMS and other aggregates
            run_.notes.push_back(std::to_string(others_) +
                                 " entries are not times, or are aggregates of listed times");
        }
        return std::move(run_);
    }

private:
    struct known_benchmark {
        std::size_t place = 0; ///< among the cases
        std::set<std::uint64_t> repetitions;
        bool has_ended = false; ///< an aggregate follows its repetitions
    };

    std::size_t add_case(const google_entry& entry) {
        measure::case_record& record = run_.cases.emplace_back().record;
        expect("benchmarks", few_entries{}(run_.cases));
        record.key = guess_key(entry.id.name);
        record.unit = "one iteration";
        record.threads = entry.threads;
        return run_.cases.size() - 1;
    }

    /// An entry that does not repeat a benchmark begins a new case of the same name. An entry
    /// without a repetition index is a repetition if there are aggregates.
    void add_round(const google_entry& entry) {
        const auto [place, is_new] = known_.try_emplace(entry.id);
        known_benchmark& known = place->second;
        const bool repeats =
            !is_new &&
            (entry.repetition_index ? !known.repetitions.contains(*entry.repetition_index)
                                    : !known.has_ended && is_aggregated(entry.id.name, names_));
        if (!repeats) {
            known = {add_case(entry), {}, false};
        }
        if (entry.repetition_index) {
            known.repetitions.insert(*entry.repetition_index);
        }
        add_round(entry, known.place);
    }

    void add_round(const google_entry& entry, std::size_t place) {
        std::vector<measure::case_round>& rounds = run_.cases[place].record.rounds;
        measure::case_round& round = rounds.emplace_back();
        // A repetition counts as a pass. Conclusions from n passes take time n².
        round.process = (rounds.size() - 1) % most_passes;
        round.round = rounds.size() - 1;
        round.operations = entry.iterations;
        round.value_ns = entry.real_time;
        round.cpu_ns = entry.cpu_time;
        round.fit = {0, entry.real_time};
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
    for (measure::case_result& case_result : run.cases) {
        case_result.summary = measure::summarize(case_result.record);
    }
    return run;
}

} // namespace tollgate::report
