// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clock_kind.hpp"

#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <chrono>
#include <type_traits>

namespace tollgate::timeout_test {

/// Calls `make` with the type of that clock.
template <class Make>
auto with_clock(clock_kind which, Make make) {
    switch (which) {
    case clock_kind::tsc:
        return make(std::type_identity<clock::tsc_clock>{});
    case clock_kind::coarse:
        return make(std::type_identity<clock::coarse_clock>{});
    case clock_kind::os:
        break;
    }
    return make(std::type_identity<std::chrono::steady_clock>{});
}

} // namespace tollgate::timeout_test
