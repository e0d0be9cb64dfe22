// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <concepts>

namespace tollgate::queue::detail {

/// A type that may be given to a push or a pop as a cancellation: a token, or one that only ends
/// waiting.
template <class By>
concept cancellation = std::derived_from<By, cancel::token> || std::same_as<By, while_waiting>;

/// Of a cancelled token and something that can be done at once, one comes first.
enum class precedence { cancellation, errand };

template <cancellation By>
constexpr precedence precedence_of(const By& /*by*/) noexcept {
    return std::same_as<By, while_waiting> ? precedence::errand : precedence::cancellation;
}

/// Of its own type, by which a dummy is known while compiling.
template <cancellation By>
const auto& token_of(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting>) {
        return by.token();
    } else {
        return by;
    }
}

/// Whether nothing is to be begun any more. A load for a token, nothing for the others.
template <cancellation By>
constexpr bool is_called_off(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting> || std::same_as<By, cancel::dummy_token>) {
        return false;
    } else {
        return by.is_cancelled();
    }
}

} // namespace tollgate::queue::detail
