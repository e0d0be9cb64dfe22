// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fiber::detail {

/// For what one thread has to itself.
struct no_lock {
    static void lock() noexcept {}
    static void unlock() noexcept {}
};

} // namespace tollgate::fiber::detail
