// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/guessed_key.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using measure::case_key;
using measure::parameter;

measure::parameter_value guess_value(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    // "007" would be another name.
    if (is_number && std::to_string(number) == text) {
        return number;
    }
    return std::string(text);
}

/// A second parameter of one name is a value without a name: a key has each once.
parameter guess_parameter(std::string_view part, const std::vector<parameter>& before) {
    const std::size_t colon = part.find(':');
    const std::string name(part.substr(0, colon == std::string_view::npos ? 0 : colon));
    const auto has_it = [&](const parameter& one) { return one.name == name; };
    if (name.empty() || std::any_of(before.begin(), before.end(), has_it)) {
        return {std::string{}, std::string(part)};
    }
    return {name, guess_value(part.substr(colon + 1))};
}

} // namespace

case_key guess_key(std::string_view name) {
    // The path ends before the part with the first colon; the first part is a path in any case.
    const std::size_t first = name.find('/');
    const std::size_t colon = first == std::string_view::npos ? first : name.find(':', first);
    if (colon == std::string_view::npos) {
        return std::string(name);
    }
    std::size_t slash = name.rfind('/', colon);
    case_key key(std::string(name.substr(0, slash)));
    std::vector<parameter> parameters;
    while (slash != std::string_view::npos) {
        name.remove_prefix(slash + 1);
        slash = name.find('/');
        parameters.push_back(guess_parameter(name.substr(0, slash), parameters));
    }
    return {key.path(), std::move(parameters)};
}

} // namespace tollgate::report
