// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/method.hpp>

namespace tollgate::measure {

std::string_view to_string(method which) {
    switch (which) {
    case method::single_events:
        return "single_events";
    case method::self_timed:
        return "self_timed";
    case method::unobserved_loop:
        break;
    }
    return "unobserved_loop";
}

std::optional<method> parse_method(std::string_view text) {
    for (const method which :
         {method::unobserved_loop, method::single_events, method::self_timed}) {
        if (text == to_string(which)) {
            return which;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::measure
