// SPDX-License-Identifier: BSL-1.0
#include "google_entries.hpp"

#include <tollgate/report/guessed_key.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace tollgate::report {
namespace {

double ns_per_unit(const read_value& from) {
    const std::string unit = from.contains("time_unit") ? text(from, "time_unit") : "ns";
    const std::pair<const char*, double> known[] = {
        {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (const auto& [name, ns] : known) {
        if (unit == name) {
            return ns;
        }
    }
    throw std::invalid_argument("\"time_unit\" is none of ns, us, ms, s");
}

std::string text_or(const read_value& from, const char* key, const char* fallback) {
    return from.contains(key) && from.at(key).is_string() ? from.at(key).get<std::string>()
                                                          : fallback;
}

std::uint64_t whole_or(const read_value& from, const char* key, std::uint64_t fallback) {
    return from.contains(key) && from.at(key).is_number_unsigned()
               ? from.at(key).get<std::uint64_t>()
               : fallback;
}

measure::case_record& record_of(const google_entry& one, std::vector<measure::case_record>& all,
                                std::map<std::string, std::size_t>& where) {
    const auto [at, is_new] = where.try_emplace(one.name, all.size());
    if (is_new) {
        measure::case_record record;
        record.key = guess_key(one.name);
        record.unit = "one iteration";
        record.threads = one.threads;
        all.push_back(std::move(record));
    }
    return all[at->second];
}

void add_round(const google_entry& one, measure::case_record& to) {
    measure::case_round round;
    round.round = to.rounds.size();
    round.operations = one.iterations;
    round.value_ns = one.real_ns;
    round.cpu_ns = one.cpu_ns;
    round.fit = {0, one.real_ns};
    to.rounds.push_back(std::move(round));
}

} // namespace

std::optional<google_entry> read_google_entry(const read_value& from) {
    google_entry one;
    one.name = text_or(from, "run_name", "");
    if (one.name.empty()) {
        one.name = text(from, "name");
    }
    one.aggregate = text_or(from, "run_type", "iteration") == "aggregate";
    one.aggregate_name = text_or(from, "aggregate_name", "");
    one.threads = whole_or(from, "threads", 1);
    one.iterations = whole_or(from, "iterations", 0);
    if (from.contains("error_occurred") || from.contains("error_message")) {
        one.error = text_or(from, "error_message", "it says that an error occurred");
        return one;
    }
    const bool time = text_or(from, "aggregate_unit", "time") == "time";
    if (!time || !from.contains("real_time") || (one.aggregate && one.aggregate_name != "median")) {
        return std::nullopt;
    }
    const double unit = ns_per_unit(from);
    one.real_ns = number(from, "real_time") * unit;
    one.cpu_ns = (from.contains("cpu_time") ? number(from, "cpu_time") : 0) * unit;
    if (!std::isfinite(one.real_ns) || !std::isfinite(one.cpu_ns)) {
        throw std::invalid_argument("\"real_time\" is too large");
    }
    return one;
}

void add_google_cases(const std::vector<google_entry>& entries, result& seen) {
    std::map<std::string, std::size_t> where;
    std::vector<measure::case_record> all;
    for (const google_entry& one : entries) {
        if (one.error) {
            seen.unavailable.push_back({guess_key(one.name), *one.error});
        } else if (!one.aggregate) {
            add_round(one, record_of(one, all, where));
        }
    }
    for (const google_entry& one : entries) {
        if (!one.error && one.aggregate && where.count(one.name) == 0) {
            add_round(one, record_of(one, all, where));
        }
    }
    for (measure::case_record& record : all) {
        seen.rounds = std::max<std::uint64_t>(seen.rounds, record.rounds.size());
        seen.cases.emplace_back(std::move(record));
    }
}

context read_foreign_context(const read_value& from) {
    context about;
    about.program = text_or(from, "executable", "");
    about.executable = about.program;
    about.program = about.program.substr(about.program.find_last_of('/') + 1);
    about.date = text_or(from, "date", "");
    about.host_name = text_or(from, "host_name", "");
    about.version = text_or(from, "library_version", "");
    about.release_build = text_or(from, "library_build_type", "release") == "release";
    if (from.contains("num_cpus") && from.at("num_cpus").is_number_integer()) {
        about.cpus = small_whole(from, "num_cpus");
    }
    if (from.contains("mhz_per_cpu") && from.at("mhz_per_cpu").is_number_integer()) {
        about.mhz_per_cpu = small_whole(from, "mhz_per_cpu");
    }
    if (from.contains("cpu_scaling_enabled") && from.at("cpu_scaling_enabled").is_boolean()) {
        about.cpu_scaling_enabled = from.at("cpu_scaling_enabled").get<bool>();
    }
    return about;
}

} // namespace tollgate::report
