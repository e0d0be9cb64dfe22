// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel::detail {

/// A second token of the same state, for a single registration. A coroutine may register a handler
/// on one thread, and unregister it on another thread. With a token that other threads use, this is
/// an error. With a token of its own it is allowed, because the first registration with a token and
/// its unregistration take the mutex.
///
/// - *Lifetime*: the token from which this token is made must exist longer.
class separate_token final : public token {
public:
    explicit separate_token(const token& original) noexcept : token(original) {}
    separate_token(const separate_token&) = delete;
    separate_token& operator=(const separate_token&) = delete;
    ~separate_token() = default;
};

} // namespace tollgate::cancel::detail
