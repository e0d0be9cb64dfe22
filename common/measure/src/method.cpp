// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/method.hpp>

namespace tollgate::measure {

std::string_view to_string(method which) {
    return which == method::unobserved_loop ? "unobserved_loop" : "single_events";
}

std::optional<method> parse_method(std::string_view text) {
    for (const method which : {method::unobserved_loop, method::single_events}) {
        if (text == to_string(which)) {
            return which;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::measure
