// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <utility>

namespace tollgate::cancel_test {

/// A handler is registered and unregistered again, in place or in a function that is not inlined.
/// After the loop it must not have run, and then runs once, for a registration that is cancelled.
enum class inlining { in_place, in_a_function };

namespace detail {

template <class Registration, class Token, class Handler>
[[gnu::noinline]] void register_for_nothing(const Token& with, Handler&& handler) {
    Registration registration(with, std::forward<Handler>(handler));
    measure::used();
}

} // namespace detail

inline constexpr const char* handler_ran = "a handler ran though nothing was cancelled";
inline constexpr const char* handler_did_not_run = "a handler did not run, or more than once";

template <class Kind, inlining Where>
class guard_registering {
public:
    void once() {
        if constexpr (Where == inlining::in_a_function) {
            detail::register_for_nothing<cancel::cancellation_guard>(kind_.get(), handler_);
        } else {
            cancel::cancellation_guard guard(*measure::hidden(&kind_.get()),
                                             *measure::hidden(&handler_));
            measure::used();
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (handler_.ran() != 0) {
            return handler_ran;
        }
        cancel::cancellation_guard guard(kind_.get(), handler_);
        kind_.cancel();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return handler_.ran() == expected ? nullptr : handler_did_not_run;
    }

private:
    Kind kind_;
    counting_handler handler_;
};

/// A callable instead of a handler that is there already: what `std::stop_callback` does.
template <class Kind, inlining Where = inlining::in_place>
class callback_registering {
public:
    using callback = typename Kind::callback;

    void once() {
        if constexpr (Where == inlining::in_a_function) {
            detail::register_for_nothing<callback>(kind_.get(), count_up{&ran_});
        } else {
            callback registered(*measure::hidden(&kind_.get()), count_up{&ran_});
            measure::used();
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (ran_ != 0) {
            return handler_ran;
        }
        callback registered(kind_.get(), count_up{&ran_});
        kind_.cancel();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return ran_ == expected ? nullptr : handler_did_not_run;
    }

private:
    Kind kind_;
    std::uint64_t ran_ = 0;
};

/// A token's whole life, as of one request: made, one handler registered and unregistered,
/// destroyed. No handler ever runs.
template <class Kind>
class token_one_shot {
public:
    void once() {
        Kind kind;
        cancel::cancellation_guard guard(*measure::hidden(&kind.get()),
                                         *measure::hidden(&handler_));
        measure::used();
    }
    [[nodiscard]] const char* wrong(std::uint64_t /*times*/) const {
        return handler_.ran() == 0 ? nullptr : handler_ran;
    }

private:
    counting_handler handler_;
};

class std_one_shot {
public:
    void once() {
        std_kind kind;
        const std_kind::callback callback(*measure::hidden(&kind.get()), count_up{&ran_});
        measure::used();
    }
    [[nodiscard]] const char* wrong(std::uint64_t /*times*/) const {
        return ran_ == 0 ? nullptr : handler_ran;
    }

private:
    std::uint64_t ran_ = 0;
};

} // namespace tollgate::cancel_test
