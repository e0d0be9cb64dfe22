// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>

namespace tollgate::cancel::kernel {

/// If a process sets this and calls std::exit(), it is called when all static objects are
/// destroyed. The process ends with exit code 0 then if it holds.
inline bool (*after_static_objects)() = nullptr;

/// Registered before the first static object is there.
[[gnu::constructor(101)]] static inline void watch_the_end() {
    std::atexit([] {
        if (after_static_objects != nullptr) {
            std::_Exit(after_static_objects() ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    });
}

} // namespace tollgate::cancel::kernel
