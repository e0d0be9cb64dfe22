// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <cstdint>
#include <string_view>

namespace tollgate::cancel_test {

class counting_handler final : public cancel::cancellation_handler {
public:
    counting_handler() = default;
    ~counting_handler() = default;
    void cancel() noexcept override { ++ran_; }
    [[nodiscard]] std::uint64_t ran() const { return ran_; }

private:
    std::uint64_t ran_ = 0;
};

/// The kinds of tokens, each with what cancels it.
struct dummy_kind {
    static constexpr std::string_view word = "dummy";
    static constexpr bool cancels = false;

    explicit dummy_kind(cancel::policy /*none*/) {}
    [[nodiscard]] const cancel::token& get() const { return own; }
    static void cancel() {}

    cancel::dummy_token own;
};

struct standalone_kind {
    static constexpr std::string_view word = "standalone";
    static constexpr bool cancels = true;

    explicit standalone_kind(cancel::policy how) : own(how) {}
    [[nodiscard]] const cancel::token& get() const { return own; }
    void cancel() { own.cancel(); }

    cancel::standalone_token own;
};

struct sourced_kind {
    static constexpr std::string_view word = "sourced";
    static constexpr bool cancels = true;

    explicit sourced_kind(cancel::policy how) : source(how), own(source) {}
    [[nodiscard]] const cancel::token& get() const { return own; }
    void cancel() const { source.cancel(); }

    cancel::cancellation_source source;
    cancel::sourced_token own;
};

} // namespace tollgate::cancel_test
