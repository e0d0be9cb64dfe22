// SPDX-License-Identifier: BSL-1.0
// Formats for other programs: Google Benchmark's entries, one entry a case, Bencher's metrics, CSV.
#include <tollgate/report/json.hpp>

#include "describe_setting.hpp"

#include <tollgate/stats/quantile.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

namespace tollgate::report {
namespace {

/// The names of measure::reported_percentiles.
constexpr std::array percentile_names{"p50", "p90", "p99", "p99_9"};

/// An entry of a case; `family` is the index of the case.
json case_entry(const measure::case_result& result, std::size_t family, const std::string& name,
                const char* run_type) {
    return {{"name", name},
            {"family_index", family},
            {"per_family_instance_index", 0},
            {"run_name", result.record.key.name()},
            {"run_type", run_type},
            {"repetitions", result.summary.passes}};
}

void add_times(json& object, std::uint64_t threads, std::uint64_t iterations, double real,
               double cpu) {
    object["threads"] = threads;
    object["iterations"] = iterations;
    object["real_time"] = real;
    object["cpu_time"] = cpu;
    object["time_unit"] = "ns";
}

void add_own_numbers(json& object, const measure::case_result& result) {
    const measure::case_summary& summary = result.summary;
    if (summary.value_ns.range) {
        object["ci_low_ns"] = summary.value_ns.range->low;
        object["ci_high_ns"] = summary.value_ns.range->high;
    }
    object["raw_ns"] = summary.raw_mean_ns;
    if (measure::has_samples(result.record.valued_by)) {
        object["overhead_ns"] = summary.overhead_ns.value;
        if (const auto uncertainty = summary.overhead_ns.uncertainty()) {
            object["overhead_u95_ns"] = *uncertainty;
        }
    }
    object["samples"] = summary.samples;
    object["nvcsw_per_op"] = summary.voluntary_switches;
    object["nivcsw_per_op"] = summary.involuntary_switches;
}

void add_aggregates(const measure::case_result& result, std::size_t family, json& entries) {
    const measure::case_summary& summary = result.summary;
    const auto add = [&](const std::string& name, double real, double cpu,
                         const char* unit = "time") -> json& {
        json out = case_entry(result, family, result.record.key.name() + "_" + name, "aggregate");
        out["aggregate_name"] = name;
        out["aggregate_unit"] = unit;
        add_times(out, result.record.threads, result.record.rounds.size(), real, cpu);
        return entries.emplace_back(std::move(out));
    };
    add("mean", summary.mean_ns, summary.cpu_ns);
    add_own_numbers(add("median", summary.value_ns.value, summary.cpu_ns), result);
    add("stddev", summary.stddev_ns, 0);
    if (summary.mean_ns > 0) {
        add("cv", summary.stddev_ns / summary.mean_ns, 0, "percentage");
    }
    for (std::size_t i = 0; i < percentile_names.size(); ++i) {
        if (const auto ns = summary.percentiles[i].corrected_ns) {
            auto& entry = add(percentile_names[i], *ns, summary.cpu_ns);
            if (const auto& range = summary.percentiles[i].range_ns) {
                entry["ci_low_ns"] = range->low;
                entry["ci_high_ns"] = range->high;
            }
        }
    }
    if (summary.max_corrected_ns) {
        add("max", *summary.max_corrected_ns, summary.cpu_ns);
    }
}

/// The figures of the rounds of a pass, and the sum of their operations.
struct pass_entry {
    std::uint64_t operations = 0;
    std::vector<double> real;
    std::vector<double> cpu;
};

void add_passes(const measure::case_result& result, std::size_t family, json& entries) {
    std::map<std::uint64_t, pass_entry> passes;
    for (const measure::case_round& round : result.record.rounds) {
        pass_entry& pass = passes[round.process];
        pass.operations += round.operations;
        pass.real.push_back(round.value_ns);
        pass.cpu.push_back(round.cpu_ns);
    }
    std::size_t index = 0;
    for (auto& [number, pass] : passes) {
        json out = case_entry(result, family, result.record.key.name(), "iteration");
        out["repetition_index"] = index++;
        add_times(out, result.record.threads, pass.operations, stats::median(std::move(pass.real)),
                  stats::median(std::move(pass.cpu)));
        entries.push_back(std::move(out));
    }
}

/// A field of CSV. Bytes that are not UTF-8 are replaced, as in JSON.
std::string quoted(const std::string& bytes) {
    const json text = json::parse(json(bytes).dump(-1, ' ', true, json::error_handler_t::replace));
    const auto& field = text.get_ref<const std::string&>();
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
        return field;
    }
    return '"' + boost::replace_all_copy(field, "\"", "\"\"") + '"';
}

} // namespace

json google_context(const context& about) {
    writer file;
    describe_context(file, about);
    return std::move(file.object);
}

json google_benchmarks(const result& run) {
    json all = json::array();
    for (std::size_t family = 0; family < run.cases.size(); ++family) {
        if (!run.cases[family].record.rounds.empty()) {
            add_passes(run.cases[family], family, all);
            add_aggregates(run.cases[family], family, all);
        }
    }
    return all;
}

std::string to_ci_json(const result& run) {
    json all = json::array();
    for (std::size_t family = 0; family < run.cases.size(); ++family) {
        const auto& [record, summary] = run.cases[family];
        if (record.rounds.empty()) {
            continue;
        }
        json entry = case_entry(run.cases[family], family, record.key.name(), "iteration");
        entry["repetitions"] = 1;
        entry["repetition_index"] = 0;
        std::uint64_t operations = 0;
        for (const measure::case_round& round : record.rounds) {
            operations += round.operations;
        }
        add_times(entry, record.threads, operations, summary.value_ns.value, summary.cpu_ns);
        add_own_numbers(entry, run.cases[family]);
        all.push_back(std::move(entry));
    }
    return text_of({{"context", google_context(run.about)}, {"benchmarks", std::move(all)}});
}

std::string to_bmf(const result& run) {
    json all = json::object();
    for (const auto& [record, summary] : run.cases) {
        if (summary.rounds != 0) {
            json metric{{"value", summary.value_ns.value}};
            if (const auto& range = summary.value_ns.range) {
                metric["lower_value"] = range->low;
                metric["upper_value"] = range->high;
            }
            all.emplace(record.key.name(), json{{"latency", std::move(metric)}});
        }
    }
    return text_of(all);
}

std::string to_csv(const result& run) {
    std::string text = "program,case,statistic,value,unit,samples,clock,host,date,state\n";
    const std::string after = fmt::format(",{},{},{},{}\n", clock::to_string(run.clock.source),
                                          quoted(run.about.host_name), quoted(run.about.date),
                                          run.partial() ? "partial" : "complete");
    for (const auto& [record, summary] : run.cases) {
        if (summary.rounds == 0) {
            continue;
        }
        const std::string before = quoted(run.about.program) + "," + quoted(record.key.name());
        const auto add = [&](std::string_view statistic, std::optional<double> value,
                             std::uint64_t samples, std::string_view unit = "ns") {
            if (value) {
                text += fmt::format("{},{},{},{},{}{}", before, statistic, *value, unit, samples,
                                    after);
            }
        };
        add("median", summary.value_ns.value, summary.rounds);
        if (summary.value_ns.range) {
            add("ci_low", summary.value_ns.range->low, summary.rounds);
            add("ci_high", summary.value_ns.range->high, summary.rounds);
        }
        add("mean", summary.mean_ns, summary.rounds);
        add("stddev", summary.stddev_ns, summary.rounds);
        add("raw", summary.raw_mean_ns, summary.rounds);
        if (measure::has_samples(record.valued_by)) {
            add("overhead", summary.overhead_ns.value, summary.rounds);
            add("slope", summary.check.slope_ns.value, summary.rounds);
        }
        for (std::size_t i = 0; i < percentile_names.size(); ++i) {
            add(percentile_names[i], summary.percentiles[i].corrected_ns, summary.samples);
        }
        add("max", summary.max_corrected_ns, summary.samples);
        add("cpu", summary.cpu_ns, summary.rounds);
        add("cpu_user", summary.cpu_user_ns, summary.rounds);
        add("cpu_system", summary.cpu_system_ns, summary.rounds);
        add("voluntary_switches", summary.voluntary_switches, summary.rounds, "1/op");
        add("involuntary_switches", summary.involuntary_switches, summary.rounds, "1/op");
        add("as_it_is", summary.as_it_is_ns.value, summary.rounds);
        add("quiet_rounds", static_cast<double>(summary.quiet_rounds), summary.rounds, "rounds");
        add("disturbed_rounds", static_cast<double>(summary.disturbed_rounds), summary.rounds,
            "rounds");
    }
    return text;
}

} // namespace tollgate::report
