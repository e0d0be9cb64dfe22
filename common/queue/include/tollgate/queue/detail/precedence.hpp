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

constexpr precedence precedence_of(const cancel::token& /*by*/) noexcept {
    return precedence::cancellation;
}
constexpr precedence precedence_of(const while_waiting& /*by*/) noexcept {
    return precedence::errand;
}

inline const cancel::token& token_of(const cancel::token& by) noexcept {
    return by;
}
inline const cancel::token& token_of(const while_waiting& by) noexcept {
    return by.token();
}

/// Whether nothing is to be begun any more. A load for a token, nothing for the others.
inline bool is_called_off(const cancel::token& by) noexcept {
    return by.is_cancelled();
}
constexpr bool is_called_off(const cancel::dummy_token& /*by*/) noexcept {
    return false;
}
constexpr bool is_called_off(const while_waiting& /*by*/) noexcept {
    return false;
}

} // namespace tollgate::queue::detail
