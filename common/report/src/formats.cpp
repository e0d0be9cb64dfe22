// SPDX-License-Identifier: BSL-1.0
// What is written for other programs: Google Benchmark's entries, one entry a case, Bencher's
// metrics, CSV.
#include <tollgate/report/json.hpp>

#include "describe_setting.hpp"

#include <tollgate/stats/quantile.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

namespace tollgate::report {
namespace {

/// Of measure::reported_percentiles.
constexpr std::array percentile_names{"p50", "p90", "p99", "p99_9"};

/// An entry of a case, whose place among the others is `family`.
json entry(const measure::case_result& one, std::size_t family, const std::string& name,
           const char* run_type) {
    return {{"name", name},
            {"family_index", family},
            {"per_family_instance_index", 0},
            {"run_name", one.record.key.name()},
            {"run_type", run_type},
            {"repetitions", one.summary.passes}};
}

void add_times(json& to, std::uint64_t threads, std::uint64_t iterations, double real, double cpu) {
    to["threads"] = threads;
    to["iterations"] = iterations;
    to["real_time"] = real;
    to["cpu_time"] = cpu;
    to["time_unit"] = "ns";
}

void add_own_numbers(json& to, const measure::case_result& one) {
    const measure::case_summary& of = one.summary;
    if (of.value_ns.range) {
        to["ci_low_ns"] = of.value_ns.range->low;
        to["ci_high_ns"] = of.value_ns.range->high;
    }
    to["raw_ns"] = of.raw_mean_ns;
    if (one.record.valued_by != measure::method::self_timed) {
        to["overhead_ns"] = of.overhead_ns.value;
        if (const auto uncertainty = of.overhead_ns.uncertainty()) {
            to["overhead_u95_ns"] = *uncertainty;
        }
    }
    to["samples"] = of.samples;
    to["nvcsw_per_op"] = of.voluntary_switches;
    to["nivcsw_per_op"] = of.involuntary_switches;
}

void add_aggregates(const measure::case_result& one, std::size_t family, json& to) {
    const measure::case_summary& of = one.summary;
    const auto add = [&](const std::string& name, double real, double cpu,
                         const char* unit = "time") -> json& {
        json out = entry(one, family, one.record.key.name() + "_" + name, "aggregate");
        out["aggregate_name"] = name;
        out["aggregate_unit"] = unit;
        add_times(out, one.record.threads, one.record.rounds.size(), real, cpu);
        return to.emplace_back(std::move(out));
    };
    add("mean", of.mean_ns, of.cpu_ns);
    add_own_numbers(add("median", of.value_ns.value, of.cpu_ns), one);
    add("stddev", of.stddev_ns, 0);
    if (of.mean_ns > 0) {
        add("cv", of.stddev_ns / of.mean_ns, 0, "percentage");
    }
    for (std::size_t i = 0; i < percentile_names.size(); ++i) {
        if (const auto ns = of.percentiles[i].corrected_ns) {
            add(percentile_names[i], *ns, of.cpu_ns);
        }
    }
    if (of.max_corrected_ns) {
        add("max", *of.max_corrected_ns, of.cpu_ns);
    }
}

/// The medians of a pass, and the operations of its rounds together.
struct pass_entry {
    std::uint64_t operations = 0;
    std::vector<double> real;
    std::vector<double> cpu;
};

void add_passes(const measure::case_result& one, std::size_t family, json& to) {
    std::map<std::uint64_t, pass_entry> passes;
    for (const measure::case_round& round : one.record.rounds) {
        pass_entry& pass = passes[round.process];
        pass.operations += round.operations;
        pass.real.push_back(round.value_ns);
        pass.cpu.push_back(round.cpu_ns);
    }
    std::size_t index = 0;
    for (auto& [number, pass] : passes) {
        json out = entry(one, family, one.record.key.name(), "iteration");
        out["repetition_index"] = index++;
        add_times(out, one.record.threads, pass.operations, stats::median(std::move(pass.real)),
                  stats::median(std::move(pass.cpu)));
        to.push_back(std::move(out));
    }
}

/// What is no UTF-8 in it is replaced, as in JSON.
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

json google_benchmarks(const result& seen) {
    json all = json::array();
    for (std::size_t family = 0; family < seen.cases.size(); ++family) {
        if (!seen.cases[family].record.rounds.empty()) {
            add_passes(seen.cases[family], family, all);
            add_aggregates(seen.cases[family], family, all);
        }
    }
    return all;
}

std::string to_ci_json(const result& seen) {
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
    return text_of({{"context", google_context(seen.about)}, {"benchmarks", std::move(all)}});
}

std::string to_bmf(const result& seen) {
    json all = json::object();
    for (const auto& [record, summary] : seen.cases) {
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

std::string to_csv(const result& seen) {
    std::string text = "program,case,statistic,value,unit,samples,clock,host,date,state\n";
    const std::string after = fmt::format(",{},{},{},{}\n", clock::to_string(seen.clock.source),
                                          quoted(seen.about.host_name), quoted(seen.about.date),
                                          seen.partial() ? "partial" : "complete");
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        const std::string before = quoted(seen.about.program) + "," + quoted(record.key.name());
        const auto add = [&](std::string_view statistic, std::optional<double> value,
                             std::uint64_t samples, std::string_view unit = "ns") {
            if (value) {
                text += fmt::format("{},{},{},{},{}{}", before, statistic, *value, unit, samples,
                                    after);
            }
        };
        add("median", of.value_ns.value, of.rounds);
        if (of.value_ns.range) {
            add("ci_low", of.value_ns.range->low, of.rounds);
            add("ci_high", of.value_ns.range->high, of.rounds);
        }
        add("mean", of.mean_ns, of.rounds);
        add("stddev", of.stddev_ns, of.rounds);
        add("raw", of.raw_mean_ns, of.rounds);
        if (record.valued_by != measure::method::self_timed) {
            add("overhead", of.overhead_ns.value, of.rounds);
            add("slope", of.check.slope_ns.value, of.rounds);
        }
        for (std::size_t i = 0; i < percentile_names.size(); ++i) {
            add(percentile_names[i], of.percentiles[i].corrected_ns, of.samples);
        }
        add("max", of.max_corrected_ns, of.samples);
        add("cpu", of.cpu_ns, of.rounds);
        add("cpu_user", of.cpu_user_ns, of.rounds);
        add("cpu_system", of.cpu_system_ns, of.rounds);
        add("voluntary_switches", of.voluntary_switches, of.rounds, "1/op");
        add("involuntary_switches", of.involuntary_switches, of.rounds, "1/op");
        add("as_it_is", of.as_it_is_ns.value, of.rounds);
        add("quiet_rounds", static_cast<double>(of.quiet_rounds), of.rounds, "rounds");
        add("disturbed_rounds", static_cast<double>(of.disturbed_rounds), of.rounds, "rounds");
    }
    return text;
}

} // namespace tollgate::report
