// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/disturbance.hpp>

#include "environment_text.hpp"

namespace tollgate::measure {
namespace {

using count = std::optional<std::uint64_t>;

count difference(const count& after, const count& before) {
    if (!after || !before || *after < *before) {
        return std::nullopt;
    }
    return *after - *before;
}

bool moved(const count& delta) {
    return delta.value_or(0) > 0;
}

} // namespace

disturbance_counters operator-(const disturbance_counters& after,
                               const disturbance_counters& before) {
    return {difference(after.steal_ticks, before.steal_ticks),
            difference(after.throttled_periods, before.throttled_periods),
            difference(after.throttled_us, before.throttled_us),
            difference(after.thermal_throttles, before.thermal_throttles)};
}

std::vector<std::string> reasons(const disturbance_counters& delta) {
    using examine::counted;
    std::vector<std::string> phrases;
    if (moved(delta.steal_ticks)) {
        phrases.push_back("steal " + counted(*delta.steal_ticks, "tick"));
    }
    if (moved(delta.throttled_periods)) {
        phrases.push_back("throttled " + counted(*delta.throttled_periods, "period"));
    }
    if (moved(delta.throttled_us)) {
        phrases.push_back("throttled " + std::to_string(*delta.throttled_us) + " us");
    }
    if (moved(delta.thermal_throttles)) {
        phrases.push_back("throttled by heat " + counted(*delta.thermal_throttles, "time"));
    }
    return phrases;
}

disturbance_counters read_disturbance(const machine_files& files, std::span<const int> cpus) {
    return disturbance_reader(files, {cpus.begin(), cpus.end()}).read();
}

} // namespace tollgate::measure
