// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

/// Never cancelled, for callers who do not want to stop anything. Where the compiler sees that it
/// is one, asking and registering fold away; where it does not, asking is the load that it always
/// is, and registering a comparison. It is a dummy in every shared object that it is passed to.
///
/// All of them are alike: one is copied and assigned at any time, whatever is registered with it.
class dummy_token final : public token {
public:
    constexpr dummy_token() noexcept = default;
    // NOLINTNEXTLINE(bugprone-copy-constructor-init): there is nothing to copy
    constexpr dummy_token(const dummy_token& /*other*/) noexcept : token() {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment, cert-oop54-cpp): nothing is assigned
    constexpr dummy_token& operator=(const dummy_token& /*other*/) noexcept { return *this; }
    constexpr ~dummy_token() = default;

    [[nodiscard]] static constexpr bool is_cancelled() noexcept { return false; }
    explicit constexpr operator bool() const noexcept { return true; }
    [[nodiscard]] static constexpr bool can_be_cancelled() noexcept { return false; }
};

} // namespace tollgate::cancel
