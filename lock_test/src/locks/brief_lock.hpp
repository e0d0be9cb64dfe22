// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/brief_lock.hpp>

namespace tollgate::lock_test {

/// Tollgate's mutex of one byte for short sections. A waiting thread spins, then yields its CPU,
/// and then sleeps for 50 µs at a time.
struct brief_lock : sleep::brief_lock {
    static constexpr const char* name = "tollgate_brief";
};

} // namespace tollgate::lock_test
