// SPDX-License-Identifier: BSL-1.0
#pragma once

// Where and by which program a run was measured, in files and between passes. See archive.hpp.

#include "describe_case.hpp"

#include <tollgate/report/result.hpp>

#include <array>

namespace tollgate::report {

void describe(auto& file, is_a<stats::interval> auto& range) {
    file.fields("low", range.low, "high", range.high, "confidence", range.confidence);
    file.require(!(range.low > range.high), "\"low\" is above \"high\": it ends before it begins");
}

template <class Check = unchecked>
void describe_estimate(auto& file, const char* key, const char* range_key,
                       is_a<measure::estimate> auto& estimate, Check check = {}) {
    file.field(key, estimate.value, check);
    file.field(range_key, estimate.range, check);
}

/// Google Benchmark's `context`. `caches` is always there because some readers require it.
void describe_context(auto& file, is_a<context> auto& about) {
    file.fields("date", about.date, "host_name", about.host_name, "executable", about.executable,
                "num_cpus", about.cpus, "mhz_per_cpu", about.mhz_per_cpu);
    file.if_any("cpu_scaling_enabled", about.cpu_scaling_enabled);
    file.if_any("aslr_enabled", about.aslr_enabled);
    file.note("caches", std::vector<int>{});
    file.field("load_avg", about.load_average);
    file.note("library_version", "tollgate " + about.version);
    const std::string build = about.release_build ? "release" : "debug";
    file.field_as("library_build_type", build, [&](const auto& found) {
        about.release_build = found == "release";
        return unchecked{}(found);
    });
    file.note("json_schema_version", 1);
}

/// The part of the context that Google Benchmark has no field for.
void describe_about(auto& file, is_a<context> auto& about) {
    file.fields("program", about.program, "version", about.version, "arguments", about.arguments,
                "cpu_model", about.cpu_model, "topology", about.topology, "kernel", about.kernel,
                "compiler", about.compiler);
}

void describe(auto& file, is_a<measure::calibration> auto& clock) {
    describe_named(file, "source", clock.source, clock::parse_source);
    file.fields("ns_per_count", clock.ns_per_count, "rate_hz", clock.rate_hz, "rate_error_hz",
                clock.rate_error_hz, "counter_invariant", clock.counter_invariant, "resolution_ns",
                clock.resolution_ns, "reading_ns_p50", clock.reading_ns_p50, "reading_ns_p99",
                clock.reading_ns_p99, "reading_samples", clock.reading_samples);
}

/// A constant as a word. The words have the order of the constants.
template <class Constant, std::size_t Count>
void describe_one_of(auto& file, const char* key, Constant& value,
                     const std::array<const char*, Count>& words) {
    const std::string known = words.at(static_cast<std::size_t>(value));
    file.field_as(key, known, [&](const auto& word) {
        const auto place = std::find(words.begin(), words.end(), word) - words.begin();
        const bool is_known = static_cast<std::size_t>(place) < Count;
        if constexpr (is_reader<decltype(file)>) { // else `value` is constant
            value = is_known ? static_cast<Constant>(place) : value;
        }
        return is_known ? nullptr : unknown_word;
    });
}

void describe(auto& file, is_a<environment::verdict> auto& verdict) {
    file.field("name", verdict.name);
    describe_one_of(file, "state", verdict.state, std::array{"ok", "bad", "unknown"});
    file.fields("found", verdict.found, "why", verdict.why, "fix", verdict.fix, "undo",
                verdict.undo);
    file.if_any("measured_ns", verdict.measured_ns); // if its cost was explained
    if (verdict.measured_ns != 0) {
        file.field("measured_of", verdict.measured_of);
    }
}

void describe(auto& file, is_a<clock_pair_average> auto& figure) {
    file.fields("kind", figure.kind, "reading", figure.reading, "reference_case",
                figure.reference_case, "switches", figure.switches, "switches_total_ns",
                figure.switches_total_ns, "calls_total_ns", figure.calls_total_ns);
    file.note("compensated_ns", figure.compensated_ns());
}

void describe(auto& file, is_a<measure::cache_line_latency> auto& latency) {
    file.fields("usual_ns", latency.usual_ns, "usual_share", latency.usual_share, "least_ns",
                latency.least_ns, "most_ns", latency.most_ns, "readings", latency.readings);
    file.require(0 < latency.least_ns && latency.least_ns <= latency.usual_ns &&
                     latency.usual_ns <= latency.most_ns,
                 "\"usual_ns\" is not between \"least_ns\", above 0, and \"most_ns\"");
    file.require(latency.usual_share > 0 && latency.usual_share <= 1,
                 "\"usual_share\" is no share");
}

/// The fast reference time on each CPU.
void describe_levels(auto& file, const char* key, auto& fast_ns) {
    file.entries(key, fast_ns, [](auto& in, auto& cpu, auto& ns) {
        in.field("cpu", cpu);
        in.field("fast_reference_ns", ns);
    });
}

void describe(auto& file, is_a<measure::machine_speed> auto& speed) {
    file.fields("reference_loops", speed.loops, "fast_share", speed.fast_share, "slow_ratio",
                speed.slow_ratio, "interrupts_share", speed.interrupts_share, "interrupts_u95",
                speed.interrupts_u95);
    describe_levels(file, "levels", speed.fast_ns);
    const auto of_two_cpus = [](auto& in, auto& cpus, auto& latency) {
        in.field_as("cpus", std::vector{cpus.first, cpus.second}, [&](const auto& both) {
            const char* wrong = lower_cpu_first(both);
            cpus = wrong == nullptr ? std::pair{both[0], both[1]} : cpus;
            return wrong;
        });
        describe(in, latency);
    };
    file.entries("cache_line_latencies", speed.latencies, of_two_cpus,
                 at_most<10'000>{}); // multiplied by the cases
}

void describe(auto& file, is_a<unavailable_case> auto& unavailable) {
    describe_key(file, unavailable.key);
    file.field("reason", unavailable.reason);
    file.if_any("failed", unavailable.failed);
}

/// The text of a file, an entry a line, so that files can be compared by lines. Bytes that are not
/// UTF-8 are replaced.
[[nodiscard]] std::string text_of(const json& whole);

/// Google Benchmark's `context`, and its `benchmarks`: for each case the entries of its passes,
/// then its aggregates.
[[nodiscard]] json google_context(const context& about);
[[nodiscard]] json google_benchmarks(const result& run);

/// Reads the result in a file of another program; throws unreadable_result.
[[nodiscard]] result read_foreign(const read_value& whole_file);

} // namespace tollgate::report
