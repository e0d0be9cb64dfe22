// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>

namespace tollgate::clock {

std::string_view to_string(source which) {
    switch (which) {
    case source::realtime:
        return "realtime";
    case source::monotonic:
        return "monotonic";
    case source::monotonic_raw:
        return "monotonic_raw";
    case source::realtime_coarse:
        return "realtime_coarse";
    case source::monotonic_coarse:
        return "monotonic_coarse";
    case source::tsc:
        break;
    }
    return "tsc";
}

std::optional<source> parse_source(std::string_view name) {
    for (const source candidate : all_sources) {
        if (to_string(candidate) == name) {
            return candidate;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::clock
