// SPDX-License-Identifier: BSL-1.0
#include "ancestor_table.hpp"

#include "case_names.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

namespace tollgate::liveness_test {
namespace {

/// Of the ancestor's benchmarks; the beginning of the names of the cases that answer it today, and
/// where another case says what all threads together get done.
struct benchmark {
    std::string_view name;
    std::string_view begins_with;
    std::string_view parameter;
    std::string_view throughput;
};

constexpr std::array benchmarks{
    benchmark{"ConcurrentCreateDelete", "liveness/register/impl:tollgate/threads:", "threads",
              "liveness/register_throughput/impl:tollgate/threads:"},
    benchmark{"Checkpoint", "liveness/checkpoint/impl:tollgate/policy:coarse/threads:", "threads",
              "liveness/checkpoint_throughput/impl:tollgate/policy:coarse/threads:"},
    benchmark{"FullCycle", "liveness/full_cycle/impl:tollgate/checkpoints:", "checkpoints", ""},
    benchmark{"GCAndMonitor", "liveness/scan/records:", "records", ""},
};

std::optional<measure::case_summary> summary_of(const report::result& seen, std::string_view name) {
    for (const measure::case_record& record : seen.cases) {
        if (record.name == name && !record.rounds.empty()) {
            return measure::summarize(record);
        }
    }
    return std::nullopt;
}

std::string calls_a_second(const std::optional<measure::case_summary>& of) {
    if (!of || of->value_ns.value <= 0) {
        return "-";
    }
    const double millions = 1e3 / of->value_ns.value;
    return millions < 100 ? fmt::format("{:.3g} M", millions) : fmt::format("{:.0f} M", millions);
}

std::string_view parameter_of(std::string_view name, const benchmark& one) {
    return name.substr(one.begins_with.size());
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    using align = report::markdown_table::align;
    report::markdown_table table(
        {{"Benchmark", align::left}, {"Time (ns)"}, {"CPU (ns)"}, {"calls/s of all threads"}});
    for (const benchmark& one : benchmarks) {
        for (const measure::case_record& record : seen.cases) {
            if (!record.name.starts_with(one.begins_with) || record.rounds.empty()) {
                continue;
            }
            const std::string_view number = parameter_of(record.name, one);
            if (!is_number(number)) {
                continue;
            }
            const auto own = measure::summarize(record);
            const bool alone = number == "1" || one.throughput.empty();
            table.add_row(
                {fmt::format("{}/{}:{}", one.name, one.parameter, number),
                 report::ns_text(own.value_ns.value), report::ns_text(own.cpu_ns),
                 calls_a_second(
                     alone ? own : summary_of(seen, fmt::format("{}{}", one.throughput, number)))});
        }
    }
    return table.empty()
               ? ""
               : "A call on its own thread, and what all threads get done:\n" + table.str() + "\n";
}

} // namespace tollgate::liveness_test
