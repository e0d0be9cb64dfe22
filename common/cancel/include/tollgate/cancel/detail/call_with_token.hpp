// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace tollgate::cancel::detail {

/// Calls the callable with the arguments, and then the token if the callable takes a token. Ignores
/// the result.
inline constexpr auto call_with_token = [](const token& own, auto run, auto... arguments) {
    if constexpr (std::is_invocable_v<decltype(run), decltype(arguments)..., const token&>) {
        static_cast<void>(std::invoke(std::move(run), std::move(arguments)..., own));
    } else {
        static_assert(std::is_invocable_v<decltype(run), decltype(arguments)...>,
                      "the callable must take the arguments, and then a const token& or nothing");
        static_cast<void>(std::invoke(std::move(run), std::move(arguments)...));
    }
};

} // namespace tollgate::cancel::detail
