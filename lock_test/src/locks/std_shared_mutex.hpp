// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <shared_mutex>

namespace tollgate::lock_test {

/// A mutex for one writer or several readers.
struct std_shared_mutex : std::shared_mutex {
    static constexpr const char* name = "std_shared_mutex";
};

} // namespace tollgate::lock_test
