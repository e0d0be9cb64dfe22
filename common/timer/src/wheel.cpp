// SPDX-License-Identifier: BSL-1.0
#include <tollgate/timer/wheel.hpp>

namespace tollgate::timer {

// Inlined, so that the list need not lie in memory.
[[gnu::always_inline]] inline void wheel::put_all(entry_list& entries) noexcept {
    while (!entries.is_empty()) {
        entry& node = entries.front();
        entry_list::unlink(node);
        put(node);
    }
}

// From this level up, all digits of these entries equal the wheel's: no entry comes back to this
// level.
void wheel::move_down(slot from) noexcept {
    entry_list moving;
    move(from, moving);
    put_all(moving);
}

// An entry that was over when it was armed lies in the slot of the tick at which the wheel stood.
// By the new time it may belong anywhere. All other entries lie where their own digits say.
void wheel::go_back_to(std::uint64_t tick) noexcept {
    const std::uint64_t left = stands_at_;
    const unsigned highest = level_between(left, tick);
    entry_list anywhere;
    move({0, digit(left, 0)}, anywhere);
    const slot above{highest, digit(left, highest)};
    for (unsigned level = 0; level < highest; ++level) {
        while (in_use_[level] != 0) {
            move({level, static_cast<unsigned>(std::countr_zero(in_use_[level]))}, list_of(above));
            use(above);
        }
    }
    stands_at_ = tick;
    put_all(anywhere);
}

} // namespace tollgate::timer
