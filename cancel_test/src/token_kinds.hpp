// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
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

struct count_up {
    std::uint64_t* count;
    void operator()() const { ++*count; }
};

/// The kinds of tokens, each with its source. The base of this library's kinds.
struct token_kind {
    static constexpr bool cancels = true;
    using callback = cancel::on_cancel<count_up>;
    static bool is_cancelled(const cancel::token& own) { return own.is_cancelled(); }
};

struct dummy_kind : token_kind {
    static constexpr std::string_view word = "dummy";
    static constexpr bool cancels = false;
    [[nodiscard]] const cancel::token& get() const { return own; }
    static void cancel() {}
    cancel::dummy_token own;
};

struct standalone_kind : token_kind {
    static constexpr std::string_view word = "standalone";
    [[nodiscard]] const cancel::token& get() const { return own; }
    void cancel() { own.cancel(); }
    cancel::standalone_token own;
};

struct sourced_kind : token_kind {
    static constexpr std::string_view word = "sourced";
    [[nodiscard]] const cancel::token& get() const { return own; }
    bool cancel() const { return source.cancel(); }
    cancel::cancellation_source source;
    cancel::sourced_token own{source};
};

/// No case lasts so long.
inline constexpr std::chrono::minutes never_reached{10};

struct deadline_kind : token_kind {
    static constexpr std::string_view word = "deadline";
    [[nodiscard]] const cancel::token& get() const { return own; }
    bool cancel() const { return source.cancel(); }
    cancel::cancellation_source source = cancel::source_with_deadline(never_reached);
    cancel::sourced_token own{source};
};

struct std_kind {
    static constexpr bool cancels = true;
    using callback = std::stop_callback<count_up>;
    static bool is_cancelled(const std::stop_token& own) { return own.stop_requested(); }
    [[nodiscard]] const std::stop_token& get() const { return own; }
    bool cancel() { return source.request_stop(); }
    std::stop_source source;
    std::stop_token own = source.get_token();
};

struct flag_kind {
    static constexpr bool cancels = true;
    static bool is_cancelled(const std::atomic<bool>& own) {
        return own.load(std::memory_order_acquire);
    }
    [[nodiscard]] const std::atomic<bool>& get() const { return own; }
    void cancel() { own.store(true, std::memory_order_release); }
    std::atomic<bool> own{false};
};

} // namespace tollgate::cancel_test
