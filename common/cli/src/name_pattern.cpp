// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/name_pattern.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <memory>
#include <string_view>

#include <regex.h>

namespace tollgate::cli {
namespace {

/// The system's, as <regex> takes a compiler a second and a half.
class expression {
public:
    explicit expression(const std::string& text)
        : error_(::regcomp(&compiled_, text.c_str(), REG_EXTENDED | REG_NOSUB)) {}
    ~expression() {
        if (error_ == 0) {
            ::regfree(&compiled_);
        }
    }
    expression(const expression&) = delete;
    expression& operator=(const expression&) = delete;

    /// Empty: there is none.
    [[nodiscard]] std::string error() const {
        std::array<char, 200> words{};
        if (error_ != 0) {
            ::regerror(error_, &compiled_, words.data(), words.size());
        }
        return words.data();
    }
    [[nodiscard]] bool matches(const std::string& name) const {
        return ::regexec(&compiled_, name.c_str(), 0, nullptr, 0) == 0;
    }

private:
    ::regex_t compiled_{};
    int error_;
};

} // namespace

name_pattern names_matching(const std::string& text) {
    constexpr std::size_t longest = 1'000;
    if (text.size() > longest) {
        throw run::usage_error(fmt::format("--only: '{}…' has {} characters; at most {}",
                                           text.substr(0, 20), text.size(), longest));
    }
    // As others write a digit, a tab; here it would be the letter alone.
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        if (text[at] != '\\') {
            continue;
        }
        ++at;
        if (std::isalpha(static_cast<unsigned char>(text[at])) != 0 &&
            std::string_view("bBsSwW").find(text[at]) == std::string_view::npos) {
            throw run::usage_error(
                fmt::format("--only: '{}' has '\\{}', which grep -E does not know; "
                            "for a digit write [0-9]",
                            text, text[at]));
        }
    }
    auto wanted = std::make_shared<const expression>(text);
    if (const std::string error = wanted->error(); !error.empty()) {
        throw run::usage_error(
            fmt::format("--only: '{}' is not a regular expression ({})", text, error));
    }
    return [wanted](const std::string& name) { return wanted->matches(name); };
}

} // namespace tollgate::cli
