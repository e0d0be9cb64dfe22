// SPDX-License-Identifier: BSL-1.0
#include "parsed_name.hpp"

#include "group.hpp"

#include <algorithm>
#include <array>

namespace tollgate::timeout_test {
namespace {

/// Cuts off what comes before the word, which is left out.
std::optional<std::string> cut(std::string_view& rest, std::string_view word) {
    const std::size_t at = rest.find(word);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::string before(rest.substr(0, at));
    rest.remove_prefix(at + word.size());
    return before;
}

} // namespace

std::optional<parsed_name> parse_receive(std::string_view name) {
    std::string_view rest = name;
    const auto program = cut(rest, "timeout/");
    const auto of = cut(rest, "/impl:");
    const auto impl = cut(rest, "/clock:");
    const auto clock = cut(rest, "/between:");
    const auto is_it = [&](group one) { return of && to_string(one) == *of; };
    if (program != "" || !impl || !clock ||
        std::none_of(all_groups.begin(), all_groups.end(), is_it)) {
        return std::nullopt;
    }
    return parsed_name{*of, *impl, *clock, std::string(rest)};
}

} // namespace tollgate::timeout_test
