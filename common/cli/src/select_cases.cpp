// SPDX-License-Identifier: BSL-1.0
#include "select_cases.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cli {

namespace {

/// All of them, if there is none of those that are wanted.
void keep_headline(case_list& all, const std::function<bool(const measure::case_key&)>& wanted) {
    const auto unwanted = [&](const auto& one) { return !wanted(one.key); };
    if (std::all_of(all.cases.begin(), all.cases.end(), unwanted)) {
        return;
    }
    const std::size_t known = all.cases.size();
    std::erase_if(all.cases, unwanted);
    std::erase_if(all.unavailable, unwanted);
    if (all.cases.size() < known) {
        all.notes.push_back(
            fmt::format("{} of {} cases; --all measures the others, too", all.cases.size(), known));
    }
}

} // namespace

case_list select_cases(case_list all, const options& chosen) {
    if (chosen.only) {
        const name_pattern wanted = names_matching(*chosen.only);
        const std::size_t known = all.cases.size() + all.unavailable.size();
        const auto unwanted = [&](const auto& listed) { return !wanted(listed.key.name()); };
        std::erase_if(all.cases, unwanted);
        std::erase_if(all.unavailable, unwanted);
        if (all.cases.empty() && all.unavailable.empty()) {
            throw usage_error(fmt::format("--only: '{}' matches none of the {} cases; --list --all "
                                          "prints them",
                                          *chosen.only, known));
        }
    }
    if (chosen.headline) {
        keep_headline(all, chosen.headline);
    }
    if (all.cases.empty() && chosen.wanted != options::action::list) {
        throw machine_refused(all.unavailable.empty()
                                  ? "there is nothing to measure"
                                  : fmt::format("{}: not available: {}",
                                                all.unavailable.front().key.name(),
                                                all.unavailable.front().reason));
    }
    if (chosen.wanted == options::action::selftest) {
        all.cases.resize(1);
        all.unavailable.clear();
        all.notes.clear(); // they are about the others
    }
    return all;
}

namespace {

/// One event of each case and each twin.
double round_s(std::span<const measure::measured_case> cases) {
    std::chrono::nanoseconds sum{0};
    for (const measure::measured_case& one : cases) {
        sum += one.events.lasts;
    }
    for (const std::size_t twin : measure::twins_of(cases)) {
        sum += cases[twin].events.lasts;
    }
    return std::chrono::duration<double>(sum).count();
}

} // namespace

void expect_enough_time(std::span<const measure::measured_case> cases, const options& chosen,
                        double budget_s, double share) {
    const double one_s = round_s(cases);
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
    const auto least = std::min(chosen.passes, measure::fewest_passes);
    const double needed_s = one_s * static_cast<double>(least);
    if (needed_s > share * budget_s) {
        throw usage_error(fmt::format("--time: '{:g}' is too short for {} rounds of these cases; "
                                      "at least {:.0f} s, or fewer cases",
                                      budget_s, least, std::ceil(needed_s / share)));
    }
}

} // namespace tollgate::cli
