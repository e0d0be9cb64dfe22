// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <concepts>
#include <functional>

namespace tollgate::queue::detail {

/// A type that may be given to a push or a pop as its cancellation: a token, an object that
/// contains a token and converts to a reference to it (`cancel::from_stop_token`), or
/// `while_waiting`. An object that converts to a token by value is refused: the token would end
/// before the wait.
template <class By>
concept cancellation = std::constructible_from < std::reference_wrapper<const cancel::token>,
const By& > || std::same_as<By, while_waiting>;

/// What comes first if the token is cancelled and the operation can be done at once.
enum class precedence { cancellation, operation };

template <cancellation By>
constexpr precedence precedence_of(const By& /*by*/) noexcept {
    return std::same_as<By, while_waiting> ? precedence::operation : precedence::cancellation;
}

/// The token, of its own type if it is one: so the compiler knows a dummy.
template <cancellation By>
const auto& token_of(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting>) {
        return by.token();
    } else if constexpr (std::derived_from<By, cancel::token>) {
        return by;
    } else {
        return static_cast<const cancel::token&>(by);
    }
}

/// Whether the operation must not be attempted any more: a load for a token, nothing for a dummy
/// and for `while_waiting`.
template <cancellation By>
constexpr bool must_not_begin(const By& by) noexcept {
    if constexpr (std::same_as<By, while_waiting> || std::same_as<By, cancel::dummy_token>) {
        return false;
    } else {
        return token_of(by).is_cancelled();
    }
}

} // namespace tollgate::queue::detail
