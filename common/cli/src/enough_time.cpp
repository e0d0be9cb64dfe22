// SPDX-License-Identifier: BSL-1.0
#include "enough_time.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/measure/plan.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tollgate::cli {
namespace {

/// One event of each case, and the first case's twin.
double round_s(std::span<const measure::measured_case> cases) {
    std::chrono::nanoseconds sum = cases.front().events.lasts;
    for (const measure::measured_case& one : cases) {
        sum += one.events.lasts;
    }
    return std::chrono::duration<double>(sum).count();
}

} // namespace

void expect_enough_time(std::span<const measure::measured_case> cases, const options& chosen,
                        double budget_s) {
    if (cases.empty()) {
        return;
    }
    // Several processes share the time that was given, and each has the program's own if none was.
    const auto processes = static_cast<double>(chosen.processes);
    const double one_s = round_s(cases) * processes;
    if (chosen.rounds) {
        const double needed_s = one_s * static_cast<double>(*chosen.rounds);
        if (chosen.time_s && needed_s > *chosen.time_s) {
            throw usage_error(fmt::format(
                "--rounds: '{}' of these cases take {:.0f} s or longer, --time allows {:g}; "
                "{}leave "
                "--time out",
                *chosen.rounds, std::ceil(needed_s), *chosen.time_s,
                one_s > *chosen.time_s
                    ? std::string{}
                    : fmt::format("at most {:.0f}, or ", std::floor(*chosen.time_s / one_s))));
        }
        return;
    }
    const auto least = static_cast<double>(measure::limits{}.least_rounds);
    const double allowed_s = chosen.time_s ? budget_s : budget_s * processes;
    if (one_s * least > allowed_s) {
        throw usage_error(fmt::format("--time: '{:g}' is too short for {:g} rounds of these cases; "
                                      "at least {:.0f} s, or fewer cases",
                                      budget_s, least, std::ceil(one_s * least)));
    }
}

} // namespace tollgate::cli
