// SPDX-License-Identifier: BSL-1.0
#include "rank.hpp"

#include <tollgate/report/figure.hpp>

#include <algorithm>
#include <limits>

namespace tollgate::cost_sheet {

bool run_tells(const sheet& all, const screen_line& one, const screen_line& other) {
    const sheet_case& mine = all.cases[*one.of];
    const sheet_case& its = all.cases[*other.of];
    return mine.file != its.file ||
           (mine.not_told_from != its.key.name() && its.not_told_from != mine.key.name());
}

void rank(const sheet& all, std::vector<screen_line*> lines) {
    double least_poor = std::numeric_limits<double>::infinity();
    for (const screen_line* one : lines) {
        if (one->of && one->kind == costs::alone &&
            report::grade_of(one->cost) == report::grade::poor) {
            least_poor = std::min(least_poor, one->cost.value);
        }
    }
    std::erase_if(lines, [](const screen_line* one) {
        return !one->of || one->kind != costs::alone ||
               report::grade_of(one->cost) == report::grade::poor;
    });
    if (lines.size() < 2) {
        return;
    }
    std::stable_sort(lines.begin(), lines.end(), [](const screen_line* a, const screen_line* b) {
        return a->cost.value < b->cost.value;
    });
    std::vector<measured_cost> costs;
    for (const screen_line* one : lines) {
        costs.push_back(all.cases[*one->of].cost());
    }
    const std::vector<bool> shown = shown_above_first(costs);
    const double least = lines.front()->cost.value;
    if (!(least > 0) || least > least_poor) {
        return;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        screen_line& line = *lines[i];
        line.cheapest = lines.front()->of;
        line.tied = i != 0 && (!shown[i] || !run_tells(all, line, *lines.front()));
        if (!line.tied) {
            line.ratio = line.cost.value / least;
        }
    }
}

} // namespace tollgate::cost_sheet
