// SPDX-License-Identifier: BSL-1.0
#include "rank.hpp"

#include "../ladder.hpp"

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
    std::vector<std::size_t> cases;
    cases.reserve(lines.size());
    for (const screen_line* one : lines) {
        cases.push_back(*one->of);
    }
    const std::vector<bool> dearer = shown_dearer(all, cases);
    const double least = lines.front()->cost.value;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (least > 0 && least <= least_poor) {
            lines[i]->ratio = lines[i]->cost.value / least;
        }
        lines[i]->tied = i != 0 && (!dearer[i] || !run_tells(all, *lines[i], *lines.front()));
    }
}

} // namespace tollgate::cost_sheet
