// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/timer.hpp>

namespace tollgate::fiber::detail {

/// A timer with a function, which runs when the timer is due.
struct expiry : timer::timer {
    explicit expiry(void (*function)(expiry&) noexcept) noexcept : on_due(function) {}

    void (*on_due)(expiry&) noexcept;
};

} // namespace tollgate::fiber::detail
