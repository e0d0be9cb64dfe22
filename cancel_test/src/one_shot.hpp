// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "counting_handler.hpp"
#include "registering.hpp"
#include "token_kinds.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstdint>
#include <stop_token>

namespace tollgate::cancel_test {

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
