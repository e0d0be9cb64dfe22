// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>

namespace tollgate::clock {

std::string_view to_string(source which) {
    return which == source::realtime    ? "realtime"
           : which == source::monotonic ? "monotonic"
                                        : "tsc";
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
