// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "json_conclusions.hpp"
#include "json_explanation.hpp"
#include "json_follower.hpp"
#include "json_pairs.hpp"

#include <istream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace tollgate::report {
namespace {

void read_lists(const read_value& own, result& seen) {
    for (const read_value& one : list(own, "environment")) {
        seen.environment.push_back(read_verdict(one));
    }
    for (const read_value& one : list(own, "unavailable")) {
        seen.unavailable.push_back(
            {read_key(one), text(one, "reason"), one.contains("failed") && flag(one, "failed")});
    }
    seen.notes = texts(own, "notes");
    if (own.contains("failed_proofs")) {
        seen.failures = texts(own, "failed_proofs");
    }
    if (own.contains("guests")) { // few runs have any
        seen.guests = texts(own, "guests");
    }
    if (own.contains("explanation") && !own.at("explanation").is_null()) { // few runs explain
        seen.explanation = read_explanation(own.at("explanation"));
    }
    if (!member(own, "classical").is_null()) {
        seen.classical = read_classical(own.at("classical"));
    }
}

/// Before format version 3 a run had no passes, and one twin.
bool has_passes(std::uint64_t version) {
    return version >= 3;
}

/// An element of the list that was no object is still there.
void require_all_taken(const read_value& own, std::uint64_t version, const follower& seen) {
    if (list(own, "cases").size() != seen.cases.size()) {
        throw std::invalid_argument("\"cases\" holds what is no case");
    }
    if (has_passes(version) && list(own, "twins").size() != seen.twins.size()) {
        throw std::invalid_argument("\"twins\" holds what is no case");
    }
    if (!has_passes(version) && seen.twins.size() != 1) {
        throw std::invalid_argument("\"twin\" is not a case");
    }
}

void read_google_context(const read_value& from, context& about) {
    about.date = text(from, "date");
    about.host_name = text(from, "host_name");
    about.executable = text(from, "executable");
    about.cpus = small_whole(from, "num_cpus");
    about.mhz_per_cpu = small_whole(from, "mhz_per_cpu");
    about.load_average = numbers(from, "load_avg");
    about.release_build = text(from, "library_build_type") == "release";
    if (from.contains("cpu_scaling_enabled")) {
        about.cpu_scaling_enabled = flag(from, "cpu_scaling_enabled");
    }
    if (from.contains("aslr_enabled")) {
        about.aslr_enabled = flag(from, "aslr_enabled");
    }
}

bool is_digest(const read_value& own) {
    return own.contains("digest") && flag(own, "digest");
}

std::uint64_t read_version(const read_value& own) {
    const std::uint64_t version = whole(own, "format_version");
    if (version == 0 || version > format_version) {
        throw unreadable_result("written in format version " + std::to_string(version) +
                                "; this program reads versions 1 to " +
                                std::to_string(format_version));
    }
    return version;
}

/// Rounds are objects in version 1, rows since then, and not there in a digest.
void require_rounds_of_version(const read_value& own, std::uint64_t version, const follower& seen) {
    if (version != 1 && is_digest(own)) {
        if (seen.measured) {
            throw std::invalid_argument("\"rounds\" is there, but a digest has none");
        }
        return;
    }
    if (seen.digested) {
        throw std::invalid_argument("\"rounds\" is missing");
    }
    if (version == 1 && (seen.rows || seen.short_rows)) {
        throw std::invalid_argument("\"rounds\" holds what is no object");
    }
    if (version != 1 && seen.objects) {
        throw std::invalid_argument("\"rounds\" holds what is no row of numbers");
    }
    if (version != 1) {
        require_round_columns(own, version == 2 ? columns_of_version_2 : round_columns.size());
    }
    if (version == 2 ? seen.rows : version == 3 && seen.short_rows) {
        throw std::invalid_argument("\"rounds\" has a row of another length than "
                                    "\"round_columns\"");
    }
}

/// The entry of the case with this index: a digest has one for each, in their order.
const read_value& entry_of(const read_value& own, const char* key, std::size_t index,
                           const measure::case_record& record) {
    const read_value& all = list(own, key);
    if (index >= all.size() || text(all[index], "name") != record.key.name()) {
        throw std::invalid_argument(std::string("\"") + key + "\" and \"cases\" do not agree");
    }
    return all[index];
}

void add_concluded_pairs(const read_value& own, std::uint64_t version, result& seen) {
    paired_conclusions& pairs = seen.digest.emplace();
    if (has_passes(version)) {
        for (const read_value& one : list(own, "noise_floors")) {
            pairs.noise_floors.push_back(read_noise_floor(one, seen));
        }
    } else if (!member(own, "noise_floor").is_null()) {
        pairs.noise_floors.push_back(read_noise_floor(own.at("noise_floor"), seen));
    }
    for (const read_value& one : list(own, "comparisons")) {
        pairs.comparisons.push_back(has_passes(version) ? read_comparison(one, seen)
                                                        : read_comparison_over_rounds(one, seen));
    }
}

void add_concluded_cases(const read_value& own, std::uint64_t version, follower& followed,
                         result& seen) {
    for (const char* key : {"conclusions", "curves"}) {
        if (list(own, key).size() != followed.cases.size()) {
            throw std::invalid_argument(std::string("\"") + key + "\" and \"cases\" do not agree");
        }
    }
    for (std::size_t i = 0; i < followed.cases.size(); ++i) {
        measure::case_record& record = followed.cases[i];
        const read_value& conclusion = entry_of(own, "conclusions", i, record);
        measure::case_summary summary =
            has_passes(version)
                ? read_whole_conclusion(conclusion)
                : read_conclusion_over_rounds(conclusion, seen.clock.reading_ns_p50);
        summary.curve = read_curve(entry_of(own, "curves", i, record));
        seen.cases.emplace_back(std::move(record), std::move(summary));
    }
}

void read_measured_time(const read_value& own, std::uint64_t version, result& seen) {
    const auto stopped = measure::parse_stop_reason(text(own, "stopped"));
    if (!stopped) {
        throw std::invalid_argument("\"stopped\" is not a reason to stop");
    }
    seen.stopped = *stopped;
    seen.rounds = whole(own, "rounds");
    seen.took_s = number(own, "took_s");
    seen.budget_s = number(own, "budget_s");
    if (has_passes(version)) {
        seen.passes = whole(own, "passes");
        seen.spread_over_s = number(own, "spread_over_s");
        seen.speed = read_speed(member(own, "speed"));
    } else {
        seen.passes = whole(own, "processes");
        seen.spread_over_s = seen.took_s;
    }
}

result own_result(const read_value& whole_file, follower& followed) {
    const read_value& own = whole_file.at("tollgate");
    const std::uint64_t version = read_version(own);
    require_rounds_of_version(own, version, followed);
    require_all_taken(own, version, followed);
    result seen;
    read_measured_time(own, version, seen);
    seen.about = read_about(member(own, "about"));
    seen.clock = read_calibration(member(own, "calibration"));
    read_lists(own, seen);
    read_google_context(member(whole_file, "context"), seen.about);
    if (is_digest(own)) {
        add_concluded_cases(own, version, followed, seen);
        add_concluded_pairs(own, version, seen);
    } else {
        for (std::vector<measure::case_record>* records : {&followed.cases, &followed.twins}) {
            for (measure::case_record& record : *records) {
                record.reading_ns = seen.clock.reading_ns_p50;
            }
        }
        seen.cases = measure::conclude(std::move(followed.cases), seen.speed);
    }
    seen.twins = measure::conclude(std::move(followed.twins), seen.speed);
    return seen;
}

result foreign_result(const read_value& whole_file, const follower& followed) {
    result seen;
    if (whole_file.contains("context")) {
        seen.about = read_foreign_context(whole_file.at("context"));
    }
    add_google_cases(followed.entries, seen);
    if (followed.strangers != 0) {
        seen.notes.push_back(std::to_string(followed.strangers) +
                             " entries are no times, or aggregates of times that are there");
    }
    return seen;
}

bool is_foreign(const read_value& whole_file) {
    return whole_file.is_object() && whole_file.contains("benchmarks") &&
           whole_file.at("benchmarks").is_array() && !whole_file.at("benchmarks").empty();
}

} // namespace

reading read_any_json(std::istream& from) {
    watched_input input(*from.rdbuf());
    std::istream watched(&input);
    follower followed(input);
    try {
        const read_value whole_file =
            read_value::parse(watched, [&](int, follower::event what, read_value& parsed) {
                return followed(what, parsed);
            });
        if (whole_file.is_object() && whole_file.contains("tollgate")) {
            return {own_result(whole_file, followed), false, followed.guessed};
        }
        if (!is_foreign(whole_file)) {
            throw unreadable_result("not a result of this project: it has no \"tollgate\"");
        }
        if (whole_file.at("benchmarks").size() != followed.entries.size() + followed.strangers) {
            throw std::invalid_argument("\"benchmarks\" holds what is no entry");
        }
        return {foreign_result(whole_file, followed), true, true};
    } catch (const read_value::exception& error) {
        throw unreadable_result(error.what());
    } catch (const std::invalid_argument& error) {
        throw unreadable_result(error.what());
    }
}

result read_json(std::string_view text) {
    std::istringstream from{std::string(text)};
    reading read = read_any_json(from);
    if (read.foreign) {
        throw unreadable_result("not a result of this project: it has no \"tollgate\"");
    }
    return std::move(read.seen);
}

} // namespace tollgate::report
