// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace tollgate::queue::detail {

/// A token that ends a select. With the kind `deadline`, the token ends only a wait.
template <class Handler, source_kind Kind = source_kind::cancellation>
class token_source {
public:
    static constexpr source_kind kind = Kind;
    static constexpr bool happens_once = true;

    token_source(const cancel::token& cancellation, Handler handler)
        : cancellation_(cancellation), handler_(std::move(handler)) {}

    [[nodiscard]] bool may_succeed() const noexcept { return cancellation_.is_cancelled(); }
    [[nodiscard]] status attempt() const noexcept {
        return may_succeed() ? status::cancelled : status::empty;
    }
    void finish() { static_cast<void>(std::invoke(handler_)); }

    /// The handler is registered only between `enter()` and `leave()`, because a `source_set` must
    /// not be told of a source that it attempts.
    template <class Wait>
    class registration {
    public:
        explicit registration(const registered<token_source, Wait>& by) noexcept
            : cancellation_(by.source.cancellation_), claimer_(by.wait, by.event) {}

        void enter() noexcept { entered_.emplace(cancellation_, claimer_); }
        static bool settle_order() noexcept { return false; }
        void leave() noexcept { entered_.reset(); }
        [[nodiscard]] status won() const noexcept { return status::cancelled; }

    private:
        class claimer final : public cancel::cancellation_handler {
        public:
            claimer(joint_wait& wait, std::uint32_t event) noexcept : wait_(wait), event_(event) {}
            ~claimer() = default;
            void cancel() noexcept override { wait_.signal(event_); }

        private:
            joint_wait& wait_;
            std::uint32_t event_;
        };

        struct registered_handler {
            registered_handler(const cancel::token& cancellation, claimer& handler) noexcept
                : token(cancellation), guard(token, handler) {}

            typename Wait::token token;
            cancel::cancellation_guard guard;
        };

        const cancel::token& cancellation_;
        claimer claimer_;
        std::optional<registered_handler> entered_;
    };

private:
    const cancel::token& cancellation_;
    Handler handler_;
};

/// A time after the beginning of a wait.
template <class Duration>
struct time_within {
    Duration time;

    [[nodiscard]] bool is_over() const noexcept { return !(time > Duration::zero()); }
    [[nodiscard]] auto operator()() const noexcept {
        return sleep::deadline_after(time, std::chrono::steady_clock::now());
    }
};

/// A deadline that ends a select. `DeadlineSource` is a function that returns the deadline. Each
/// select that has to wait calls it once.
template <class DeadlineSource, class Handler>
class timed_source {
public:
    static constexpr source_kind kind = source_kind::deadline;
    static constexpr bool is_local = true;
    using time_point = std::invoke_result_t<DeadlineSource&>;

    timed_source(DeadlineSource source, Handler handler)
        : source_(std::move(source)), handler_(std::move(handler)) {}

    [[nodiscard]] static bool may_succeed() noexcept { return false; }
    [[nodiscard]] status attempt() const noexcept {
        if constexpr (requires { source_.is_over(); }) {
            return source_.is_over() ? status::timeout : status::empty;
        } else {
            return status::empty;
        }
    }
    /// A select begins to wait.
    void begin_wait() noexcept { deadline_.reset(); }
    [[nodiscard]] time_point deadline() noexcept {
        if (!deadline_) {
            deadline_ = source_();
        }
        return *deadline_;
    }
    void finish() { static_cast<void>(std::invoke(handler_)); }

    template <class Wait>
    class registration {
    public:
        explicit registration(const registered<timed_source, Wait>& by) noexcept : by_(by) {
            if constexpr (!Wait::spins) { // otherwise the wait began with the spinning
                by_.source.begin_wait();
            }
        }
        registration(const registration&) = delete;
        registration& operator=(const registration&) = delete;

        void enter() noexcept { by_.wait.arm(timer_, by_.source.deadline(), by_.event); }
        static bool settle_order() noexcept { return false; }
        void leave() noexcept { by_.wait.disarm(timer_); }
        [[nodiscard]] status won() const noexcept { return status::timeout; }

    private:
        registered<timed_source, Wait> by_;
        typename Wait::timer timer_;
    };

private:
    DeadlineSource source_;
    Handler handler_;
    std::optional<time_point> deadline_;
};

} // namespace tollgate::queue::detail
