// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/last_act.hpp>
#include <tollgate/sleep/parker.hpp>

#include <type_traits>

namespace tollgate::cancel::detail {

/// Wakes who sleeps in a parker when the token is cancelled.
template <class Parker>
class parker_waker final : public cancellation_handler {
public:
    explicit parker_waker(Parker& of) noexcept : parker_(&of) {}
    ~parker_waker() = default;
    void cancel() noexcept override { parker_->wake(); }

private:
    last_act cancel_but_for_the_last_act() noexcept override {
        if constexpr (std::is_same_v<Parker, sleep::parker>) {
            return {parker_->leave_permit(), nullptr};
        } else {
            cancel();
            return {};
        }
    }

    Parker* parker_;
};

} // namespace tollgate::cancel::detail
