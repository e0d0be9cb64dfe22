// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <concepts>
#include <functional>

namespace tollgate::queue::detail {

/// The types that a push or a pop accepts as its cancellation:
/// - a token,
/// - an object that contains a token, and converts to a reference to this token
///   (`cancel::from_stop_token`),
/// - `while_waiting`.
///
/// An object that converts to a token by value is refused, because the token would be destroyed
/// before the wait begins.
template <class By>
concept cancellation = std::constructible_from < std::reference_wrapper<const cancel::token>,
const By& > || std::same_as<By, while_waiting>;

/// Whether the token or the operation has precedence, if the token is cancelled and the operation
/// can succeed at once.
enum class precedence { cancellation, operation };

template <cancellation By>
constexpr precedence precedence_of(const By& /*by*/) noexcept {
    return std::same_as<By, while_waiting> ? precedence::operation : precedence::cancellation;
}

/// All dummy tokens are equal. So a call need not make its own.
inline constinit const cancel::dummy_token any_dummy;

/// Returns the token. If `by` is a token, the result has the type of `by`, so that the compiler
/// recognizes a `cancel::dummy_token`.
template <cancellation By>
const auto& token_of(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting>) {
        return by.token();
    } else if constexpr (std::same_as<By, cancel::dummy_token>) {
        return any_dummy;
    } else if constexpr (std::derived_from<By, cancel::token>) {
        return by;
    } else {
        return static_cast<const cancel::token&>(by);
    }
}

/// Returns whether the call must return `cancelled` without an attempt. For a token this costs a
/// load. For a dummy token or `while_waiting` the result is always false.
template <cancellation By>
constexpr bool must_not_begin(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting> || std::same_as<By, cancel::dummy_token>) {
        return false;
    } else {
        return token_of(by).is_cancelled();
    }
}

} // namespace tollgate::queue::detail
