// SPDX-License-Identifier: BSL-1.0
#include "compare/pairing.hpp"

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t least_pairs = 6;

bool dated(const run_list& runs) {
    return std::all_of(runs.begin(), runs.end(),
                       [](const measured_run* one) { return one->date_s; });
}

void sort_in_time(run_list& runs) {
    std::stable_sort(runs.begin(), runs.end(),
                     [](const measured_run* one, const measured_run* other) {
                         return *one->date_s < *other->date_s;
                     });
}

std::int64_t begin_of(const std::pair<const measured_run*, const measured_run*>& pair) {
    return std::min(*pair.first->date_s, *pair.second->date_s);
}

std::int64_t end_of(const std::pair<const measured_run*, const measured_run*>& pair) {
    return std::max(*pair.first->date_s, *pair.second->date_s);
}

} // namespace

std::optional<run_pairs> pair_in_time(run_list old_runs, run_list new_runs) {
    const std::size_t pairs = std::min(old_runs.size(), new_runs.size());
    if (pairs < least_pairs || std::max(old_runs.size(), new_runs.size()) > pairs + 1 ||
        !dated(old_runs) || !dated(new_runs)) {
        return std::nullopt;
    }
    sort_in_time(old_runs);
    sort_in_time(new_runs);
    run_pairs found;
    for (std::size_t i = 0; i < pairs; ++i) {
        found.emplace_back(old_runs[i], new_runs[i]);
        if (i > 0 && end_of(found[i - 1]) > begin_of(found[i])) {
            return std::nullopt;
        }
    }
    // Files that all carry one date, copies for example, do not say in what order they were made.
    if (begin_of(found.front()) == end_of(found.back())) {
        return std::nullopt;
    }
    return found;
}

} // namespace tollgate::cost_sheet
