// SPDX-License-Identifier: BSL-1.0
#include "falls_asleep.hpp"

#include <thread>

namespace tollgate::cancel {

long own_thread_id() noexcept {
    return 0;
}

/// The system offers no way to know: gives the thread some time to fall asleep.
bool falls_asleep(long /*thread_id*/) {
    for (int times = 0; times < 5000; ++times) {
        std::this_thread::yield();
    }
    return false;
}

} // namespace tollgate::cancel
