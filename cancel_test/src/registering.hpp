// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <stop_token>

namespace tollgate::cancel_test {

/// A handler is registered and unregistered again, in place or in a function that is not inlined.
/// After the loop it must not have run, and then runs once, for a registration that is cancelled.
enum class inlining { in_place, in_a_function };

namespace detail {

[[gnu::noinline]] inline void register_for_nothing(const cancel::token& with,
                                                   cancel::cancellation_handler& handler) {
    cancel::cancellation_guard guard(with, handler);
    measure::used();
}

struct count_up {
    std::uint64_t* count;
    void operator()() const { ++*count; }
};

[[gnu::noinline]] inline void call_back_for_nothing(const std::stop_token& on, count_up call) {
    const std::stop_callback<count_up> callback(on, call);
    measure::used();
}

} // namespace detail

inline constexpr const char* handler_ran = "a handler ran though nothing was cancelled";
inline constexpr const char* handler_did_not_run = "a handler did not run, or more than once";

template <class Kind, inlining Where>
class guard_registering {
public:
    explicit guard_registering(cancel::policy how) : kind_(how) {}
    void once() {
        if constexpr (Where == inlining::in_a_function) {
            detail::register_for_nothing(kind_.get(), handler_);
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
template <class Kind>
class callback_registering {
public:
    explicit callback_registering(cancel::policy how) : kind_(how) {}
    void once() {
        cancel::on_cancel callback(*measure::hidden(&kind_.get()), detail::count_up{&ran_});
        measure::used();
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (ran_ != 0) {
            return handler_ran;
        }
        cancel::on_cancel callback(kind_.get(), detail::count_up{&ran_});
        kind_.cancel();
        const std::uint64_t expected = Kind::cancels ? 1 : 0;
        return ran_ == expected ? nullptr : handler_did_not_run;
    }

private:
    Kind kind_;
    std::uint64_t ran_ = 0;
};

template <inlining Where>
class std_registering {
public:
    explicit std_registering(cancel::policy /*none*/) : token_(source_.get_token()) {}
    void once() {
        if constexpr (Where == inlining::in_a_function) {
            detail::call_back_for_nothing(token_, {&ran_});
        } else {
            const std::stop_callback<detail::count_up> callback(*measure::hidden(&token_),
                                                                detail::count_up{&ran_});
            measure::used();
        }
    }
    const char* wrong(std::uint64_t /*times*/) {
        if (ran_ != 0) {
            return handler_ran;
        }
        const std::stop_callback<detail::count_up> callback(token_, detail::count_up{&ran_});
        source_.request_stop();
        return ran_ == 1 ? nullptr : handler_did_not_run;
    }

private:
    std::stop_source source_;
    std::stop_token token_;
    std::uint64_t ran_ = 0;
};

/// A token's whole life, as of one request: made, one handler registered and unregistered,
/// destroyed. No handler ever runs.
template <class Kind>
class token_one_shot {
public:
    explicit token_one_shot(cancel::policy how) : how_(how) {}
    void once() {
        Kind kind(how_);
        cancel::cancellation_guard guard(*measure::hidden(&kind.get()),
                                         *measure::hidden(&handler_));
        measure::used();
    }
    const char* wrong(std::uint64_t /*times*/) const {
        return handler_.ran() == 0 ? nullptr : handler_ran;
    }

private:
    cancel::policy how_;
    counting_handler handler_;
};

class std_one_shot {
public:
    explicit std_one_shot(cancel::policy /*none*/) {}
    void once() {
        std::stop_source source;
        const std::stop_token token = measure::hidden(&source)->get_token();
        const std::stop_callback<detail::count_up> callback(token, detail::count_up{&ran_});
        measure::used();
    }
    [[nodiscard]] const char* wrong(std::uint64_t /*times*/) const {
        return ran_ == 0 ? nullptr : handler_ran;
    }

private:
    std::uint64_t ran_ = 0;
};

} // namespace tollgate::cancel_test
