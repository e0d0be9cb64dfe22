// SPDX-License-Identifier: BSL-1.0
// Files that Google Benchmark wrote for other programs: of each case a round for each repetition.
#include "describe_setting.hpp"

#include <charconv>
#include <cmath>

namespace tollgate::report {
namespace {

measure::parameter_value guess_value(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    // "007" would be another name.
    if (is_number && std::to_string(number) == text) {
        return number;
    }
    return std::string(text);
}

struct google_entry {
    std::string name; ///< of the case: run_name where there is one
    std::string run_type = "iteration";
    std::string aggregate_name;
    std::string aggregate_unit = "time";
    std::string time_unit = "ns";
    double real_time = 0;
    double cpu_time = 0;
    std::uint64_t iterations = 0;
    std::uint64_t threads = 1;
};

/// The name is required, everything else is not.
google_entry read_entry(const reader& entry) {
    google_entry one;
    entry.field("run_name", one.name);
    if (one.name.empty()) {
        take("name", entry.member("name"), one.name);
    }
    entry.fields("run_type", one.run_type, "aggregate_name", one.aggregate_name, "aggregate_unit",
                 one.aggregate_unit, "time_unit", one.time_unit, "real_time", one.real_time,
                 "cpu_time", one.cpu_time, "iterations", one.iterations, "threads", one.threads);
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

/// Where the cases are in a result, by their names.
using places = std::map<std::string, std::size_t>;

void add_round(const google_entry& one, places& known, result& run) {
    const auto [place, is_new] = known.try_emplace(one.name, run.cases.size());
    if (is_new) {
        measure::case_record& record = run.cases.emplace_back().record;
        expect("benchmarks", few_entries{}(run.cases));
        record.key = guess_key(one.name);
        record.unit = "one iteration";
        record.threads = one.threads;
    }
    std::vector<measure::case_round>& rounds = run.cases[place->second].record.rounds;
    measure::case_round& round = rounds.emplace_back();
    // A repetition stands for a pass. What is concluded of n passes takes n².
    round.process = (rounds.size() - 1) % most_passes;
    round.round = rounds.size() - 1;
    round.operations = one.iterations;
    round.value_ns = one.real_time;
    round.cpu_ns = one.cpu_time;
    round.fit = {0, one.real_time};
    run.rounds = std::max<std::uint64_t>(run.rounds, rounds.size());
}

/// Where only aggregates were written, a case has one round with the median.
void read_entries(const read_value& entries, result& run) {
    places known;
    std::vector<google_entry> medians;
    std::size_t others = 0; // BigO and RMS, other aggregates
    for (const read_value& from : entries) {
        const reader entry("benchmarks", from, true);
        google_entry one = read_entry(entry);
        const bool is_aggregate = one.run_type == "aggregate";
        bool failed = entry.has("error_message");
        bool skipped = entry.has("skip_message");
        entry.fields("error_occurred", failed, "skipped", skipped);
        if (failed || skipped) {
            std::string why = failed ? "it says that an error occurred" : "it was skipped";
            entry.fields("error_message", why, "skip_message", why);
            run.unavailable.push_back({guess_key(one.name), std::move(why)});
            expect("benchmarks", few_entries{}(run.unavailable));
        } else if (one.aggregate_unit != "time" || !entry.has("real_time") ||
                   (is_aggregate && one.aggregate_name != "median")) {
            ++others;
        } else {
            convert_to_ns(one);
            if (is_aggregate) {
                medians.push_back(std::move(one));
            } else {
                add_round(one, known, run);
            }
        }
    }
    for (const google_entry& one : medians) {
        if (!known.contains(one.name)) {
            add_round(one, known, run);
        }
    }
    if (others != 0) {
        run.notes.push_back(std::to_string(others) +
                            " entries are no times, or aggregates of times that are there");
    }
}

} // namespace

measure::case_key guess_key(std::string_view name) {
    // The first part is a path in any case.
    const std::size_t first = name.find('/');
    const std::size_t colon = first == std::string_view::npos ? first : name.find(':', first);
    if (colon == std::string_view::npos) {
        return std::string(name);
    }
    std::size_t slash = name.rfind('/', colon);
    std::string path(name.substr(0, slash));
    std::vector<measure::parameter> parameters;
    std::set<std::string> words{""}; // a key has each once
    while (slash != std::string_view::npos) {
        name.remove_prefix(slash + 1);
        slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        const std::size_t end = std::min(part.find(':'), part.size());
        const std::string word(end == part.size() ? "" : part.substr(0, end));
        if (words.insert(word).second) {
            parameters.emplace_back(word, guess_value(part.substr(end + 1)));
        } else {
            parameters.emplace_back("", part);
        }
    }
    return {std::move(path), std::move(parameters)};
}

result read_foreign(const read_value& whole_file) {
    result run;
    if (const auto found = whole_file.find("context"); found != whole_file.end()) {
        const reader file("context", *found, true);
        describe_context(file, run.about);
        file.field("library_version", run.about.version);
        run.about.program = run.about.executable.substr(run.about.executable.find_last_of('/') + 1);
    }
    const read_value& entries = whole_file.at("benchmarks");
    expect("benchmarks", entries.is_array() ? nullptr : "is not a list");
    read_entries(entries, run);
    for (measure::case_result& one : run.cases) {
        one.summary = measure::summarize(one.record);
    }
    return run;
}

} // namespace tollgate::report
