// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/stats/histogram.hpp>

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace tollgate::liveness_test {
namespace {

using measure::case_key;

/// One of the ancestor's benchmarks: the path of the cases that answer it today, the parameter that
/// it has in their names, and the path where another case says what all threads together get done.
struct benchmark {
    std::string_view name;
    std::string_view path;
    std::string_view parameter;
    std::string_view throughput;
};

constexpr benchmark benchmarks[] = {
    {"ConcurrentCreateDelete", "liveness/register", "threads", "liveness/register_throughput"},
    {"Checkpoint", "liveness/checkpoint", "threads", "liveness/checkpoint_throughput"},
    {"FullCycle", "liveness/full_cycle", "checkpoints", ""},
    {"GCAndMonitor", "liveness/scan", "records", ""},
};

bool is_own(const case_key& key) {
    return !key.has("impl") ||
           (key.is("impl", {"tollgate"}) && (!key.has("policy") || key.is("policy", {"coarse"})));
}

std::string calls_a_second(const measure::case_summary* of) {
    if (of == nullptr || of->value_ns.value <= 0) {
        return "-";
    }
    const double millions = 1e3 / of->value_ns.value;
    return millions < 100 ? fmt::format("{:.3g} M", millions) : fmt::format("{:.0f} M", millions);
}

/// The figure of all threads of this case together: one thread is all there are.
const measure::case_summary* of_all_threads(const benchmark& one, const measure::case_result& own,
                                            const report::result& seen) {
    if (one.throughput.empty() || own.record.key.number(one.parameter) == 1) {
        return &own.summary;
    }
    for (const measure::case_result& other : seen.cases) {
        if (other.record.key.path() == one.throughput && !other.record.rounds.empty() &&
            other.record.key.parameters() == own.record.key.parameters()) {
            return &other.summary;
        }
    }
    return nullptr;
}

/// The largest is known exactly, the others to the middle of their bucket.
std::uint64_t not_above(const stats::histogram& samples, double limit) {
    if (static_cast<double>(samples.max()) <= limit) {
        return samples.count();
    }
    std::uint64_t within = 0;
    for (const stats::histogram::bucket& one : samples.buckets()) {
        const double middle = static_cast<double>(one.low + one.high) / 2;
        within += middle <= limit ? one.count : 0;
    }
    return within;
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    bench::pivot_table table({"Benchmark"});
    for (const benchmark& one : benchmarks) {
        for (const measure::case_result& own : seen.cases) {
            const case_key& key = own.record.key;
            if (key.path() != one.path || !key.number(one.parameter) || !is_own(key) ||
                own.record.rounds.empty()) {
                continue;
            }
            const std::string row =
                fmt::format("{}/{}:{}", one.name, one.parameter, key.text(one.parameter));
            table.put({row}, "Time (ns)", report::ns_text(own.summary.value_ns.value));
            table.put({row}, "CPU (ns)", report::ns_text(own.summary.cpu_ns));
            table.put({row}, "calls/s of all threads",
                      calls_a_second(of_all_threads(one, own, seen)));
        }
    }
    return table.empty()
               ? ""
               : "A call on its own thread, and what all threads get done:\n" + table.str() + "\n";
}

std::string detection_text(const report::result& seen) {
    std::string text;
    for (const auto& [record, summary] : seen.cases) {
        const auto timeout_ms = record.key.number("timeout_ms");
        const auto period_ms = record.key.number("period_ms");
        if (record.key.path() != "liveness/detection_delay" || !timeout_ms || !period_ms ||
            record.samples.count() == 0) {
            continue;
        }
        const double ms_per_count = record.ns_per_count / 1e6;
        const double two_periods_ms = 2 * static_cast<double>(*period_ms);
        const double longest_ms = static_cast<double>(record.samples.max()) * ms_per_count;
        text += fmt::format("Timeout {} ms, period {} ms: {} of {} within timeout + 2 periods; the "
                            "longest {:.2f} ms\n",
                            *timeout_ms, *period_ms,
                            not_above(record.samples, two_periods_ms / ms_per_count),
                            record.samples.count(), static_cast<double>(*timeout_ms) + longest_ms);
    }
    return text.empty() ? text : text + "\n";
}

} // namespace tollgate::liveness_test
