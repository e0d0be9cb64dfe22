// SPDX-License-Identifier: BSL-1.0
#include "classical_run.hpp"

#include <tollgate/cli/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cli {
namespace {

/// Long enough that starting the loop anew does not count, short enough for Ctrl-C. Where building
/// the loop takes longer, chunks grow until it is the lesser part.
constexpr std::chrono::milliseconds wanted_chunk{20};
constexpr double share_of_budget = 0.2;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::int64_t to_ns(std::int64_t counts, const measure::calibration& clock) {
    return std::llround(static_cast<double>(counts) * clock.ns_per_count);
}

} // namespace

void run_classical(const program& what, const options& chosen,
                   std::span<const measure::measured_case> cases, const std::string& reference,
                   const measure::calibration& clock, const time_budget& budget,
                   const std::function<bool(const std::string&)>& step, report::result& seen) {
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const auto& one) { return one.name == reference; });
    if (found == cases.end() || chosen.wanted != options::action::measure) {
        return;
    }
    const std::uint64_t wanted =
        chosen.members * chosen.iterations.value_or(what.iterations_default);
    const double allowed_s = share_of_budget * budget.seconds;
    const auto start = std::chrono::steady_clock::now();

    measure::classical_sums sums;
    std::uint64_t chunk = found->lap;
    while (sums.operations < wanted) {
        const auto text =
            fmt::format("classical run of {}: {} of {}", found->name, sums.operations, wanted);
        if (step(text) || (!chosen.iterations && seconds_since(start) >= allowed_s)) {
            break;
        }
        const auto before = std::chrono::steady_clock::now();
        const auto batch =
            found->run_classical(std::min(chunk, wanted - sums.operations), clock.source);
        if (!batch.failures.empty()) {
            throw failed_proof(fmt::format("{}: {}", found->name, batch.failures.front()));
        }
        sums += batch.sums;
        const auto whole = std::chrono::steady_clock::now() - before;
        const std::chrono::nanoseconds switching(to_ns(batch.sums.operations_total, clock));
        if (switching < std::max<std::chrono::nanoseconds>(wanted_chunk, whole - switching)) {
            chunk *= 2;
        }
    }
    seen.classical =
        report::classical_figure{what.kind,
                                 clock.source == clock::source::tsc ? "tsc" : "clock_gettime",
                                 found->name,
                                 to_ns(sums.operations_total, clock),
                                 to_ns(sums.calls_total, clock),
                                 sums.operations};
    if (sums.operations < wanted) {
        seen.notes.push_back(fmt::format(
            "the classical run was cut short when its share of the time was used; give {} and "
            "iterations for all {} switches",
            what.members, wanted));
    }
}

} // namespace tollgate::cli
