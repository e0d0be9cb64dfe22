// SPDX-License-Identifier: BSL-1.0
// Guesses the key of a case from its name.
#include <tollgate/report/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

measure::parameter_value guess_value(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    // As a number, "007" would give another name.
    if (is_number && std::to_string(number) == text) {
        return number;
    }
    return std::string(text);
}

} // namespace

measure::case_key guess_key(std::string_view name) {
    // The first part always belongs to the path.
    const std::size_t first = name.find('/');
    const std::size_t colon = first == std::string_view::npos ? first : name.find(':', first);
    if (colon == std::string_view::npos) {
        return std::string(name);
    }
    std::size_t slash = name.rfind('/', colon);
    std::string path(name.substr(0, slash));
    std::vector<measure::parameter> parameters;
    std::set<std::string> words{""}; // a name must be unique in a key
    while (slash != std::string_view::npos) {
        name.remove_prefix(slash + 1);
        slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        const std::size_t end = std::min(part.find(':'), part.size());
        const std::string word(end == part.size() ? "" : part.substr(0, end));
        if (words.insert(word).second) {
            parameters.emplace_back(word, guess_value(part.substr(end + 1)));
        } else {
            parameters.emplace_back("", part);
        }
    }
    return {std::move(path), std::move(parameters)};
}

} // namespace tollgate::report
