// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tollgate::guest {

/// A guest that cannot go on, or that must not be believed. The text is one line and says why.
class lost_guest : public std::runtime_error {
public:
    explicit lost_guest(const std::string& why) : std::runtime_error(why) {}
};

/// The reason as the rows of the guest give it. Pure.
[[nodiscard]] inline std::string reason_of(const std::string& runtime, const std::string& why) {
    return "guest " + runtime + ": " + why;
}

/// A text of a guest for a reader, in quotes: bytes outside printable ASCII become `?`, and of a
/// long one the beginning is kept. Pure.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace tollgate::guest
