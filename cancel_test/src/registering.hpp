// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <utility>

namespace tollgate::cancel_test {

/// Where a handler is registered and unregistered again: in place, or in a function that is not
/// inlined. Self-checks: the handler has not run in the loop, and runs once for a registration that
/// is cancelled after it.
enum class inlining { in_place, in_a_function };

template <class Registration, class Token, class Handler>
[[gnu::noinline]] void register_for_nothing(const Token& with, Handler&& handler) {
    Registration registration(with, std::forward<Handler>(handler));
    measure::used();
}

inline constexpr const char* handler_ran = "a handler ran though nothing was cancelled";
inline constexpr const char* handler_did_not_run = "a handler did not run, or more than once";

/// A handler that exists already, for a guard.
class handler_target {
public:
    [[nodiscard]] counting_handler& get() { return *measure::hidden(&handler_); }
    [[nodiscard]] std::uint64_t ran() const { return handler_.ran(); }

private:
    counting_handler handler_;
};

/// A callable that is made for the registration, as for `std::stop_callback`.
class callable_target {
public:
    [[nodiscard]] count_up get() { return {&ran_}; }
    [[nodiscard]] std::uint64_t ran() const { return ran_; }

private:
    std::uint64_t ran_ = 0;
};

template <class Kind, class Registration, class Target, inlining Where>
class registering {
public:
    void once() {
        if constexpr (Where == inlining::in_a_function) {
            register_for_nothing<Registration>(kind_.get(), target_.get());
        } else {
            Registration registration(*measure::hidden(&kind_.get()), target_.get());
            measure::used();
        }
    }
    const char* failure(std::uint64_t /*times*/) {
        if (target_.ran() != 0) {
            return handler_ran;
        }
        Registration registration(kind_.get(), target_.get());
        kind_.cancel();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return target_.ran() == expected ? nullptr : handler_did_not_run;
    }

private:
    Kind kind_;
    Target target_;
};

template <class Kind, inlining Where>
using guard_registering = registering<Kind, cancel::cancellation_guard, handler_target, Where>;
template <class Kind, inlining Where = inlining::in_place>
using callback_registering = registering<Kind, typename Kind::callback, callable_target, Where>;

/// A token's whole life, as in one request: it is made, one handler is registered and unregistered,
/// and it is destroyed. Self-check: no handler ever runs.
template <class Kind, class Registration = cancel::cancellation_guard,
          class Target = handler_target>
class one_shot {
public:
    void once() {
        Kind kind;
        Registration registration(*measure::hidden(&kind.get()), target_.get());
        measure::used();
    }
    [[nodiscard]] const char* failure(std::uint64_t /*times*/) const {
        return target_.ran() == 0 ? nullptr : handler_ran;
    }

private:
    Target target_;
};

using std_one_shot = one_shot<std_kind, std_kind::callback, callable_target>;

} // namespace tollgate::cancel_test
