// SPDX-License-Identifier: BSL-1.0
// The only product file that includes <regex>, which takes a compiler a second and a half.
#include <tollgate/cli/name_pattern.hpp>

#include <tollgate/cli/errors.hpp>

#include <fmt/format.h>

#include <regex>

namespace tollgate::cli {

name_pattern names_matching(const std::string& text) {
    constexpr std::size_t longest = 1'000;
    if (text.size() > longest) {
        throw usage_error(fmt::format("--only: '{}…' has {} characters; at most {}",
                                      text.substr(0, 20), text.size(), longest));
    }
    try {
        return [pattern = std::regex(text)](const std::string& name) {
            return std::regex_search(name, pattern);
        };
    } catch (const std::regex_error& error) {
        throw usage_error(
            fmt::format("--only: '{}' is not a regular expression ({})", text, error.what()));
    }
}

} // namespace tollgate::cli
