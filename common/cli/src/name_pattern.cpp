// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/name_pattern.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string_view>

#include <regex.h>

namespace tollgate::cli {
namespace {

/// Of a pattern, and of a name that may match one: who reads them may take long for each character.
constexpr std::size_t longest = 1'000;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw run::usage_error(fmt::format("--only: '{}' {}", text, why));
}

/// A backslash before a letter is a digit or a tab for others, and here the letter alone; before a
/// digit it is what has been matched before, and finding that may take longer than anybody waits.
void refuse_what_is_not_meant(const std::string& text) {
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        if (text[at] != '\\') {
            continue;
        }
        const char after = text[++at];
        if (std::isdigit(static_cast<unsigned char>(after)) != 0) {
            refuse(text, "refers to what was matched before, which is not possible");
        }
        if (std::isalpha(static_cast<unsigned char>(after)) != 0 &&
            std::string_view("bBsSwW").find(after) == std::string_view::npos) {
            refuse(text, fmt::format("has '\\{}', which grep -E does not know; for a digit write "
                                     "[0-9]",
                                     after));
        }
    }
}

/// A part that is repeated takes memory for each time; those within others are multiplied.
void refuse_many_repeats(const std::string& text) {
    constexpr double most = 1'000;
    double product = 1;
    for (std::size_t at = text.find('{'); at < text.size(); at = text.find('{', at + 1)) {
        double largest = 1;
        double number = 0;
        for (std::size_t i = at + 1; i < text.size() && text[i] != '}'; ++i) {
            const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
            number = digit ? 10 * number + (text[i] - '0') : 0;
            largest = std::max(largest, number);
        }
        product *= largest;
    }
    if (product > most) {
        refuse(text, fmt::format("repeats its parts more than {} times in all", most));
    }
}

} // namespace

name_pattern names_matching(const std::string& text) {
    if (text.size() > longest) {
        throw run::usage_error(fmt::format("--only: '{}…' has {} characters; at most {}",
                                           text.substr(0, 20), text.size(), longest));
    }
    refuse_what_is_not_meant(text);
    refuse_many_repeats(text);
    // The system's, as <regex> takes a compiler a second and a half.
    auto compiled = std::make_unique<::regex_t>();
    if (const int error = ::regcomp(compiled.get(), text.c_str(), REG_EXTENDED | REG_NOSUB)) {
        std::array<char, 200> words{};
        ::regerror(error, compiled.get(), words.data(), words.size());
        refuse(text, fmt::format("is not a regular expression ({})", words.data()));
    }
    const auto free = [](::regex_t* wanted) {
        ::regfree(wanted);
        delete wanted;
    };
    const std::shared_ptr<const ::regex_t> wanted(compiled.release(), free);
    return [wanted](const std::string& name) {
        return name.size() <= longest && ::regexec(wanted.get(), name.c_str(), 0, nullptr, 0) == 0;
    };
}

} // namespace tollgate::cli
