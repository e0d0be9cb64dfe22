// SPDX-License-Identifier: BSL-1.0
#include "json_benchmarks.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/digits.hpp>

#include <tollgate/stats/quantile.hpp>

#include <array>
#include <map>
#include <vector>

namespace tollgate::report {
namespace {

json entry(const measure::case_result& of, std::size_t family, const std::string& name,
           const char* run_type) {
    const measure::case_record& record = of.record;
    return {{"name", name},
            {"family_index", family},
            {"per_family_instance_index", 0},
            {"run_name", record.key.name()},
            {"run_type", run_type},
            {"repetitions", of.summary.passes}};
}

void add_times(json& to, std::uint64_t threads, std::uint64_t iterations, double real, double cpu) {
    to["threads"] = threads;
    to["iterations"] = iterations;
    to["real_time"] = real;
    to["cpu_time"] = cpu;
    to["time_unit"] = "ns";
}

json aggregate(const measure::case_result& of, std::size_t family, const char* name, double real,
               double cpu, const char* unit = "time") {
    const measure::case_record& record = of.record;
    json out = entry(of, family, record.key.name() + "_" + name, "aggregate");
    out["aggregate_name"] = name;
    out["aggregate_unit"] = unit;
    add_times(out, record.threads, record.rounds.size(), real, cpu);
    return out;
}

void add_own_numbers(json& to, const measure::case_result& one) {
    const measure::case_summary& of = one.summary;
    if (of.value_ns.range) {
        to["ci_low_ns"] = of.value_ns.range->low;
        to["ci_high_ns"] = of.value_ns.range->high;
    }
    to["raw_ns"] = of.raw_mean_ns;
    if (one.record.valued_by != measure::method::guest_batches) {
        to["overhead_ns"] = of.overhead_ns.value;
        if (const auto uncertainty = of.overhead_ns.uncertainty()) {
            to["overhead_u95_ns"] = measure::ten_digits(*uncertainty);
        }
    }
    to["samples"] = of.samples;
    to["nvcsw_per_op"] = of.voluntary_switches;
    to["nivcsw_per_op"] = of.involuntary_switches;
}

void add_aggregates(const measure::case_result& one, std::size_t family, json& to) {
    const measure::case_summary& of = one.summary;
    constexpr std::array names{"p50", "p90", "p99", "p99_9"};
    const double cpu = of.cpu_ns;
    to.push_back(aggregate(one, family, "mean", of.mean_ns, cpu));
    json median = aggregate(one, family, "median", of.value_ns.value, cpu);
    add_own_numbers(median, one);
    to.push_back(std::move(median));
    to.push_back(aggregate(one, family, "stddev", of.stddev_ns, 0));
    if (of.mean_ns > 0) {
        to.push_back(aggregate(one, family, "cv", measure::ten_digits(of.stddev_ns / of.mean_ns), 0,
                               "percentage"));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const auto ns = of.percentiles[i].corrected_ns) {
            to.push_back(aggregate(one, family, names[i], *ns, cpu));
        }
    }
    if (of.max_corrected_ns) {
        to.push_back(aggregate(one, family, "max", *of.max_corrected_ns, cpu));
    }
}

/// The medians of a pass, and the operations of its rounds together.
struct pass_entry {
    std::uint64_t operations = 0;
    std::vector<double> real;
    std::vector<double> cpu;
};

std::map<std::uint64_t, pass_entry> passes_of(const measure::case_record& record) {
    std::map<std::uint64_t, pass_entry> passes;
    for (const measure::case_round& round : record.rounds) {
        pass_entry& one = passes[round.process];
        one.operations += round.operations;
        one.real.push_back(round.value_ns);
        one.cpu.push_back(round.cpu_ns);
    }
    return passes;
}

} // namespace

json google_context(const context& about) {
    json out{{"date", about.date},
             {"host_name", about.host_name},
             {"executable", about.executable},
             {"num_cpus", about.cpus},
             {"mhz_per_cpu", about.mhz_per_cpu}};
    if (about.cpu_scaling_enabled) {
        out["cpu_scaling_enabled"] = *about.cpu_scaling_enabled;
    }
    if (about.aslr_enabled) {
        out["aslr_enabled"] = *about.aslr_enabled;
    }
    out["caches"] = json::array();
    out["load_avg"] = about.load_average;
    out["library_version"] = "tollgate " + about.version;
    out["library_build_type"] = about.release_build ? "release" : "debug";
    out["json_schema_version"] = 1;
    return out;
}

json google_benchmarks(const result& seen) {
    json all = json::array();
    for (std::size_t family = 0; family < seen.cases.size(); ++family) {
        const measure::case_record& record = seen.cases[family].record;
        std::size_t index = 0;
        for (auto& [pass, of] : passes_of(record)) {
            json one = entry(seen.cases[family], family, record.key.name(), "iteration");
            one["repetition_index"] = index++;
            add_times(one, record.threads, of.operations, stats::median(std::move(of.real)),
                      stats::median(std::move(of.cpu)));
            all.push_back(std::move(one));
        }
        if (!record.rounds.empty()) {
            add_aggregates(seen.cases[family], family, all);
        }
    }
    return all;
}

json google_medians(const result& seen) {
    json all = json::array();
    for (std::size_t family = 0; family < seen.cases.size(); ++family) {
        const auto& [record, of] = seen.cases[family];
        if (record.rounds.empty()) {
            continue;
        }
        json one = entry(seen.cases[family], family, record.key.name(), "iteration");
        one["repetitions"] = 1;
        one["repetition_index"] = 0;
        std::uint64_t operations = 0;
        for (const measure::case_round& round : record.rounds) {
            operations += round.operations;
        }
        add_times(one, record.threads, operations, of.value_ns.value, of.cpu_ns);
        add_own_numbers(one, seen.cases[family]);
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace tollgate::report
