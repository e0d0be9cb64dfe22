// SPDX-License-Identifier: BSL-1.0
#include <tollgate/timer/wheel.hpp>

namespace tollgate::timer {

// From this level up all digits of these entries are the wheel's own by now: none comes back here.
void wheel::move_down(slot from) noexcept {
    entry_list moving;
    moving.take(list_of(from));
    forget(from);
    while (!moving.is_empty()) {
        entry& one = moving.front();
        entry_list::unlink(one);
        put(one);
    }
}

} // namespace tollgate::timer
