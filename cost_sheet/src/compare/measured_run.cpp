// SPDX-License-Identifier: BSL-1.0
#include "compare/measured_run.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/stats/moments.hpp>

#include <cmath>
#include <utility>

#include <ctime>

namespace tollgate::cost_sheet {
namespace {

using values_of_passes = std::map<std::uint64_t, std::vector<double>>;

/// Of each pass the mean, if that is above zero.
std::vector<pass_cost> means_of(const values_of_passes& passes) {
    std::vector<pass_cost> costs;
    for (const auto& [pass, values] : passes) {
        if (const double mean = stats::mean(values); mean > 0) {
            costs.push_back({pass, std::log(mean)});
        }
    }
    return costs;
}

measured_cost cost_of(const measure::case_record& record, const measure::case_summary& of) {
    measured_cost cost;
    cost.value_ns = of.value_ns.value;
    cost.range = of.value_ns.range;
    for (const double figure_ns : of.pass_figures_ns) {
        if (figure_ns > 0) {
            cost.passes.push_back({cost.passes.size(), std::log(figure_ns)});
        }
    }
    if (of.quiet_ns && of.as_it_is_ns.value > 0) {
        cost.quiet = true;
        cost.all_rounds_ns = of.as_it_is_ns.value;
        cost.all_rounds_range = of.as_it_is_ns.range;
        values_of_passes passes;
        for (const measure::case_round& round : record.rounds) {
            passes[round.process].push_back(round.value_ns);
        }
        cost.all_rounds_passes = means_of(passes);
    }
    return cost;
}

std::vector<pass_cost> reference_costs(const std::vector<measure::case_result>& cases) {
    values_of_passes passes;
    for (const measure::case_result& result : cases) {
        if (!result.record.distance_of.empty()) {
            continue; // what is beside its batches tells how far two CPUs are from each other
        }
        for (const measure::case_round& round : result.record.rounds) {
            if (round.has_references()) {
                passes[round.process].push_back(
                    (round.reference_before_ns + round.reference_after_ns) / 2);
            }
        }
    }
    return means_of(passes);
}

void add_cases(const report::result& seen, bool foreign, measured_run& to) {
    const auto floors = foreign ? std::vector<measure::noise_floor>{} : seen.noise_floors();
    const std::string clock(clock::to_string(seen.clock.source));
    const std::string build = seen.about.release_build ? "release" : "debug";
    for (const auto& [record, of] : seen.cases) {
        const std::string name = record.key.name();
        if (of.rounds == 0) {
            continue;
        }
        if (to.left_out.count(name) != 0 || to.cases.erase(name) != 0) {
            to.left_out[name] = "is in the file more than once";
        } else if (!(of.value_ns.value > 0) || !std::isfinite(of.value_ns.value)) {
            to.left_out[name] = "is not above zero";
        } else {
            run_case& made = to.cases[name];
            made.work = {record.unit, record.valued_by, foreign ? "" : clock, build};
            made.cost = cost_of(record, of);
            made.cost.noise_floor = measure::floor_of(record, seen.cases, floors);
        }
    }
}

} // namespace

std::optional<std::int64_t> seconds_of(const std::string& date) {
    std::tm fields{};
    const char* rest = ::strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S", &fields);
    if (rest == nullptr) {
        return std::nullopt;
    }
    if (*rest == '.') {
        rest += 1 + std::string_view(rest + 1).find_first_not_of("0123456789");
    }
    std::tm zone{};
    if (*rest != '\0' && ::strptime(rest, "%z", &zone) == nullptr) {
        return std::nullopt;
    }
    const int day = fields.tm_mday;
    const std::time_t moment = ::timegm(&fields); // makes March of the 30th of February
    return fields.tm_mday == day ? std::optional<std::int64_t>(moment - zone.tm_gmtoff)
                                 : std::nullopt;
}

measured_run reduce(const report::result& seen, bool foreign, std::string path) {
    measured_run kept;
    kept.path = std::move(path);
    // Two builds of another program often lie under two names.
    kept.program = foreign ? "another program" : seen.about.program;
    kept.date_text = seen.about.date;
    kept.date_s = seconds_of(seen.about.date);
    kept.facts = facts_of(seen.about, seen.clock.source, seen.environment, foreign);
    kept.proven = seen.proven();
    kept.partial = seen.partial();
    for (const report::unavailable_case& unavailable : seen.unavailable) {
        if (unavailable.failed) {
            kept.lost.push_back(unavailable.key.name() + ": " + unavailable.reason);
        }
    }
    if (!foreign) {
        for (const pass_cost& pass : reference_costs(seen.cases)) {
            kept.reference_logs.push_back(pass.log_ns);
        }
    }
    add_cases(seen, foreign, kept);
    return kept;
}

} // namespace tollgate::cost_sheet
