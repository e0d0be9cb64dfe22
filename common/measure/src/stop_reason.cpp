// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/stop_reason.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace tollgate::measure {
namespace {

constexpr std::array names{"converged",   "budget", "rounds",   "passes",
                           "interrupted", "failed", "lost_pass"};

} // namespace

std::string_view to_string(stop_reason reason) {
    return names[static_cast<std::size_t>(reason)];
}

std::optional<stop_reason> parse_stop_reason(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text == names[i]) {
            return static_cast<stop_reason>(i);
        }
    }
    return std::nullopt;
}

std::optional<stop_reason> decide_stop(const plan& run_plan, const passes_done& so_far) {
    if (run_plan.until.exact_rounds) {
        return so_far.passes >= run_plan.passes ? std::optional(stop_reason::rounds) : std::nullopt;
    }
    if (so_far.passes < std::min(fewest_passes, run_plan.passes)) {
        return std::nullopt;
    }
    if (so_far.widest && *so_far.widest <= 1 && so_far.elapsed >= least_spread) {
        return stop_reason::converged;
    }
    if (so_far.elapsed + so_far.last_took > run_plan.until.budget) {
        return stop_reason::budget;
    }
    return so_far.passes >= run_plan.passes ? std::optional(stop_reason::passes) : std::nullopt;
}

} // namespace tollgate::measure
