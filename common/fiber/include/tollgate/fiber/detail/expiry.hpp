// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/timer.hpp>

namespace tollgate::fiber::detail {

/// A timer that knows what to do when it is due.
struct expiry : timer::timer {
    explicit expiry(void (*what)(expiry&) noexcept) noexcept : on_due(what) {}

    void (*on_due)(expiry&) noexcept;
};

} // namespace tollgate::fiber::detail
