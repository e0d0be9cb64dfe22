// SPDX-License-Identifier: BSL-1.0
#include "precision_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/number.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace tollgate::report {
namespace {

std::string noise_in_brief(const result& seen) {
    std::string text;
    for (const measure::noise_floor& floor : seen.noise_floors()) {
        const auto smallest = floor.smallest_difference();
        text += fmt::format("{}{}", text.empty() ? "noise floor: " : ", ",
                            !smallest       ? "not known"
                            : *smallest > 1 ? "above 100 %"
                                            : percent_text(*smallest));
    }
    return text.empty() ? text : text + " (the first case of each kind against itself)\n";
}

std::string noise_in_full(const result& seen) {
    std::string text;
    for (const measure::noise_floor& floor : seen.noise_floors()) {
        const auto smallest = floor.smallest_difference();
        text +=
            smallest && *smallest > 1
                ? fmt::format("noise floor: none, nothing is told from anything ({} against "
                              "itself)\n",
                              floor.of.name())
            : smallest
                ? fmt::format(
                      "noise floor: {} ({} against itself: ratio {:.4f} to "
                      "{:.4f}){}\n",
                      percent_text(*smallest), floor.of.name(), floor.range->low, floor.range->high,
                      floor.claims_difference ? "; it claims a difference that does not exist" : "")
                : fmt::format("noise floor: not known ({} against itself): it takes {} "
                              "passes\n",
                              floor.of.name(), measure::fewest_passes);
    }
    return text;
}

} // namespace

std::string noise_text(const result& seen, extent how_much) {
    return how_much == extent::brief ? noise_in_brief(seen) : noise_in_full(seen);
}

std::string stopping_text(const result& seen) {
    std::string_view why;
    switch (seen.stopped) {
    case measure::stop_reason::converged:
        why = "every interval is narrow enough";
        break;
    case measure::stop_reason::budget:
        why = "the time is spent";
        break;
    case measure::stop_reason::rounds:
        why = "all rounds are done";
        break;
    case measure::stop_reason::interrupted:
        why = "interrupted; what stands here is partial";
        break;
    case measure::stop_reason::lost_pass:
        why = "the process of a pass died; what stands here is partial";
        break;
    case measure::stop_reason::failed:
        why = "a proof of work failed";
        break;
    }
    std::string text = fmt::format("stopped: {} ({} round{} in {} pass{}, {:.1f} s", why,
                                   seen.rounds, seen.rounds == 1 ? "" : "s", seen.passes,
                                   seen.passes == 1 ? "" : "es", seen.took_s);
    constexpr double over = 1.25;
    if (seen.stopped == measure::stop_reason::budget && seen.budget_s > 0 &&
        seen.took_s > over * seen.budget_s) {
        text += fmt::format(" instead of {:.1f} s: the passes take as long", seen.budget_s);
    }
    if (seen.spread_over_s > 1.1 * seen.took_s) {
        text += fmt::format(", spread over {:.0f} s", seen.spread_over_s);
    }
    return text + ")\n";
}

std::string precision_text(const result& seen) {
    bool by_passes = false;
    std::vector<std::string_view> by_rounds;
    std::vector<std::string_view> unsure;
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        if (of.over == measure::basis::rounds) {
            by_rounds.push_back(record.key.name());
        } else {
            by_passes = true;
        }
        const auto uncertainty = of.value_ns.uncertainty();
        if (!uncertainty || *uncertainty > sure_share * std::abs(of.value_ns.value)) {
            unsure.push_back(record.key.name());
        }
    }
    const auto and_more = [](const std::vector<std::string_view>& names) {
        return fmt::format("{}{}", names.front(),
                           names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "");
    };
    std::string text;
    if (!by_rounds.empty()) {
        text += fmt::format("± of {}: over rounds of {} pass{}, as if they were independent; where "
                            "a machine changes its speed it is too narrow\n",
                            and_more(by_rounds), seen.passes, seen.passes == 1 ? "" : "es");
    } else if (by_passes) {
        text += fmt::format("±: 95 % for this machine over these {:.0f} s, each pass a process\n",
                            std::max(1.0, std::max(seen.took_s, seen.spread_over_s)));
    }
    if (!unsure.empty()) {
        text +=
            fmt::format("not sure to 10 %: {}; more --time, or fewer cases\n", and_more(unsure));
    }
    return text;
}

} // namespace tollgate::report
