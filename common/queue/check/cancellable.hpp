// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <array>

namespace tollgate::queue {

enum class token_sort { standalone, standalone_light, sourced };

inline constexpr std::array all_token_sorts{token_sort::standalone, token_sort::standalone_light,
                                            token_sort::sourced};

/// A token, and what cancels it.
class cancellable {
public:
    explicit cancellable(token_sort sort = token_sort::standalone)
        : sort_(sort),
          standalone_(sort == token_sort::standalone_light ? cancel::policy::asymmetric
                                                           : cancel::policy::adaptive) {}

    [[nodiscard]] const cancel::token& get() const {
        return sort_ == token_sort::sourced ? static_cast<const cancel::token&>(sourced_)
                                            : standalone_;
    }
    void cancel() {
        if (sort_ == token_sort::sourced) {
            source_.cancel();
        } else {
            standalone_.cancel();
        }
    }

private:
    token_sort sort_;
    cancel::standalone_token standalone_;
    cancel::cancellation_source source_;
    cancel::sourced_token sourced_{source_.get_token()};
};

} // namespace tollgate::queue
