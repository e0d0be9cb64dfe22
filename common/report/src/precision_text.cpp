// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/number.hpp>

#include <tollgate/measure/plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::report {
namespace {

std::string floor_in_brief(const measure::noise_floor& floor) {
    const auto smallest = floor.smallest_difference();
    return !smallest ? "not known" : *smallest > 1 ? "above 100 %" : percent_text(*smallest);
}

std::string floor_in_full(const measure::noise_floor& floor) {
    const auto smallest = floor.smallest_difference();
    const std::string& name = floor.of.name();
    if (!smallest) {
        return fmt::format("noise floor: not known ({} against itself): it takes {} passes\n", name,
                           measure::fewest_passes);
    }
    if (*smallest > 1) {
        return fmt::format("noise floor: none, nothing is told from anything ({} against itself)\n",
                           name);
    }
    return fmt::format("noise floor: {} ({} against itself: ratio {:.4f} to {:.4f}){}\n",
                       percent_text(*smallest), name, floor.range->low, floor.range->high,
                       floor.claims_difference ? "; it claims a difference that does not exist"
                                               : "");
}

std::string_view words(measure::stop_reason why) {
    switch (why) {
    case measure::stop_reason::converged:
        return "every interval is narrow enough";
    case measure::stop_reason::budget:
        return "the time is spent";
    case measure::stop_reason::rounds:
        return "all rounds are done";
    case measure::stop_reason::interrupted:
        return "interrupted; what stands here is partial";
    case measure::stop_reason::lost_pass:
        return "the process of a pass died; what stands here is partial";
    case measure::stop_reason::failed:
        break;
    }
    return "a proof of work failed";
}

std::string number_of(std::uint64_t count, std::string_view thing, std::string_view plural) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : plural);
}

} // namespace

std::string first_and_more(const std::vector<std::string_view>& names) {
    return fmt::format("{}{}", names.front(),
                       names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "");
}

std::string noise_text(const result& seen, extent how_much) {
    std::string text;
    for (const measure::noise_floor& floor : seen.noise_floors()) {
        text += how_much == extent::whole
                    ? floor_in_full(floor)
                    : (text.empty() ? "noise floor: " : ", ") + floor_in_brief(floor);
    }
    const bool ends = how_much == extent::whole || text.empty();
    return text + (ends ? "" : " (the first case of each kind against itself)\n");
}

std::string stopping_text(const result& seen) {
    std::string text = fmt::format("stopped: {} ({} in {}, {:.1f} s", words(seen.stopped),
                                   number_of(seen.rounds, "round", "s"),
                                   number_of(seen.passes, "pass", "es"), seen.took_s);
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
    std::string text;
    if (!by_rounds.empty()) {
        text += fmt::format("± of {}: over rounds of {}, as if they were independent; where a "
                            "machine changes its speed it is too narrow\n",
                            first_and_more(by_rounds), number_of(seen.passes, "pass", "es"));
    } else if (by_passes) {
        text += fmt::format("±: 95 % for this machine over these {:.0f} s, each pass a process\n",
                            std::max({1.0, seen.took_s, seen.spread_over_s}));
    }
    if (!unsure.empty()) {
        text += fmt::format("not sure to 10 %: {}; more --time, or fewer cases\n",
                            first_and_more(unsure));
    }
    return text;
}

} // namespace tollgate::report
