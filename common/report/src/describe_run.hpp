// SPDX-License-Identifier: BSL-1.0
#pragma once

// A whole run, as files have it. See archive.hpp.

#include "describe_conclusion.hpp"

namespace tollgate::report {

/// Cases look for each other by name, and for the one that was measured twice of their kind.
using few_cases = at_most<2'000>;
using few_twins = at_most<100>;

/// What result files and digests have in common, but for the cases.
void describe_run(auto& file, is_a<result> auto& run) {
    std::uint64_t version = 3;
    file.field("format_version", version, [](std::uint64_t found) {
        return found == 3 ? nullptr : "is not 3, which is what this program reads";
    });
    file.note("partial", run.partial());
    file.note("proven", run.proven());
    describe_named(file, "stopped", run.stopped, measure::parse_stop_reason);
    file.fields("rounds", run.rounds, "passes", run.passes, "took_s", run.took_s, "budget_s",
                run.budget_s, "spread_over_s", run.spread_over_s);
    file.inner("about", [&](auto& in) { describe_about(in, run.about); });
    file.fields("calibration", run.clock, "environment", run.environment, "speed", run.speed);
    if constexpr (is_reader<decltype(file)>) {
        if (run.digest) {
            file.field("noise_floors", run.digest->noise_floors, few_twins{});
        }
    } else {
        file.field("noise_floors", run.noise_floors());
    }
    file.fields("classical", run.classical, "unavailable", run.unavailable, "notes", run.notes,
                "failed_proofs", run.failures);
    file.if_any("guests", run.guests);
    file.if_any("explanation", run.explanation);
}

/// The conclusions of a digest, beside its cases.
void describe_conclusions(auto& file, is_a<result> auto& run) {
    file.list("conclusions", run.cases, [](auto& in, auto& one) {
        describe_conclusion(in, one);
        describe_rest_of_conclusion(in, one.summary);
    });
    file.list("curves", run.cases, [](auto& in, auto& one) {
        describe_name_of(in, one.record);
        in.field("points", one.summary.curve, [](const std::vector<measure::curve_point>& curve) {
            const bool shares = std::all_of(curve.begin(), curve.end(), [](const auto& point) {
                return point.beyond > 0 && point.beyond < 1;
            });
            return shares ? nullptr : "holds a share that is not between 0 and 1";
        });
    });
    if constexpr (is_reader<decltype(file)>) {
        file.field("comparisons", run.digest->comparisons, few_cases{});
    } else {
        file.field("comparisons", run.comparisons());
    }
}

/// The cases: of a digest without their measurements.
void describe_cases(auto& file, is_a<result> auto& run, bool digest) {
    const auto describe_all = [&](const char* key, auto& results, auto few) {
        file.resize(key, results, few);
        file.list(key, results, [&](auto& in, auto& one) {
            if (digest) {
                describe_case(in, one.record, most_gaps_of_digest);
            } else {
                describe_record(in, one.record);
            }
        });
    };
    describe_all("cases", run.cases, few_cases{});
    describe_all("twins", run.twins, few_twins{});
}

} // namespace tollgate::report
