// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/brief_lock.hpp>

#include <tollgate/sleep/pause.hpp>

namespace tollgate::sleep {

void brief_lock::lock_patiently() noexcept {
    pause for_the_holder;
    do {
        while (taken_.load(std::memory_order_relaxed)) {
            for_the_holder();
        }
    } while (taken_.exchange(true, std::memory_order_acquire));
}

} // namespace tollgate::sleep
