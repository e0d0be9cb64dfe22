// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/brief_lock.hpp>

#include <tollgate/sleep/pause.hpp>

namespace tollgate::sleep {

void brief_lock::lock_slowly() noexcept {
    pause pause_for_holder;
    do {
        while (locked_.load(std::memory_order_relaxed)) {
            pause_for_holder();
        }
    } while (locked_.exchange(true, std::memory_order_acquire));
}

} // namespace tollgate::sleep
