// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cli {

/// The values of a list such as "free,core", in their own order and each once. `parse_one` makes an
/// optional value of a word. Throws usage_error that names the option, the whole text and what is
/// `allowed`.
template <class Parse>
[[nodiscard]] auto parse_word_list(std::string_view option, std::string_view text, Parse parse_one,
                                   std::string_view allowed) {
    std::vector<typename decltype(parse_one(text))::value_type> values;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const auto one = parse_one(rest.substr(0, comma));
        if (!one) {
            throw run::usage_error(std::string(option)
                                       .append(": '")
                                       .append(text)
                                       .append("' is not a list of ")
                                       .append(allowed));
        }
        values.push_back(*one);
        more = comma != rest.npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

} // namespace tollgate::cli
