// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mutex>

namespace tollgate::lock_test {

/// A mutex that its holder may lock again. It stores its holder and counts.
struct std_recursive_mutex : std::recursive_mutex {
    static constexpr const char* name = "std_recursive_mutex";
};

} // namespace tollgate::lock_test
