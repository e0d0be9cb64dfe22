// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scripted_word.hpp"

#include <tollgate/sleep/outcome.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace tollgate::sleep {

/// What somebody who writes a parker may get wrong. What concerns the order of memory alone
/// (taking the permit by load and store, a waker that only looks) no script can show: parker.pml
/// has it.
enum class parker_mistake {
    none,
    looks_only_when_notified, ///< not before it announces itself, nor then
    announces_by_store,
    leaves_by_store,  ///< at its deadline, and does not look at what it overwrites
    stays_announced,  ///< after its deadline
    keeps_the_permit, ///< looks at it without taking it
    takes_any_return_for_a_wake,
    takes_any_return_for_the_deadline,
    moves_the_deadline, ///< waits for the whole time again after each return
    calls_the_kernel_if_empty,
    calls_the_kernel_always,
    calls_the_kernel_never,
};

/// The parker once more, written down without its reasons, so that a mistake can be put in. Without
/// one it must come through all scenes, as the real one does: else the scenes would catch the copy
/// and not the mistake.
template <parker_mistake Mistake>
class mutated_parker {
public:
    using time_point = std::chrono::steady_clock::time_point;

    void wake() noexcept {
        const std::uint32_t found = word_.exchange(PERMIT);
        if (calls_the_kernel(found)) {
            scripted_word::wake_one(&word_);
        }
    }

    void sleep() noexcept {
        if (!looks_first() || !take_permit()) {
            announce();
            bool returned = false;
            while (!ended(returned)) {
                scripted_word::wait(word_, SLEEPING);
                returned = true;
            }
            word_.exchange(EMPTY);
        }
    }

    outcome sleep_until(time_point deadline) noexcept {
        if (deadline == time_point::max()) {
            sleep();
            return outcome::woken;
        }
        if (looks_first() && take_permit()) {
            return outcome::woken;
        }
        const time_point now = scripted_clock::now();
        return now >= deadline ? outcome::timeout : park_until(deadline, deadline - now);
    }

private:
    static constexpr std::uint32_t EMPTY = 0;
    static constexpr std::uint32_t SLEEPING = 1;
    static constexpr std::uint32_t PERMIT = 2;

    static constexpr bool is(parker_mistake which) { return Mistake == which; }
    static constexpr bool looks_first() { return !is(parker_mistake::looks_only_when_notified); }

    static bool calls_the_kernel(std::uint32_t found) noexcept {
        if (is(parker_mistake::calls_the_kernel_if_empty)) {
            return found == EMPTY;
        }
        if (is(parker_mistake::calls_the_kernel_always)) {
            return true;
        }
        return found == SLEEPING && !is(parker_mistake::calls_the_kernel_never);
    }

    bool take_permit() noexcept {
        if (is(parker_mistake::keeps_the_permit)) {
            return word_.load() == PERMIT;
        }
        return word_.load() == PERMIT && word_.exchange(EMPTY) == PERMIT;
    }

    void announce() noexcept {
        std::uint32_t found = EMPTY;
        if (is(parker_mistake::announces_by_store) ||
            is(parker_mistake::looks_only_when_notified)) {
            word_.store(SLEEPING);
        } else {
            word_.compare_exchange_strong(found, SLEEPING);
        }
    }

    [[nodiscard]] bool ended(bool returned) const noexcept {
        if (is(parker_mistake::looks_only_when_notified) && !returned) {
            return false;
        }
        return word_.load() == PERMIT ||
               (returned && is(parker_mistake::takes_any_return_for_a_wake));
    }

    outcome park_until(time_point deadline, std::chrono::nanoseconds length) noexcept {
        announce();
        time_point until = deadline;
        bool returned = false;
        bool seen = false;
        while (!(seen = ended(returned)) && !(returned && passed(until))) {
            if (is(parker_mistake::moves_the_deadline) && returned) {
                until = scripted_clock::now() + length;
            }
            scripted_word::wait(word_, SLEEPING, until);
            returned = true;
        }
        return leave(seen);
    }

    [[nodiscard]] static bool passed(time_point until) noexcept {
        return scripted_clock::now() >= until ||
               is(parker_mistake::takes_any_return_for_the_deadline);
    }

    outcome leave(bool permit_seen) noexcept {
        if (is(parker_mistake::leaves_by_store) && !permit_seen) {
            word_.store(EMPTY);
            return outcome::timeout;
        }
        if (is(parker_mistake::stays_announced) && !permit_seen) {
            return outcome::timeout;
        }
        const bool woken = word_.exchange(EMPTY) == PERMIT;
        return woken || is(parker_mistake::takes_any_return_for_a_wake) ? outcome::woken
                                                                        : outcome::timeout;
    }

    std::atomic<std::uint32_t> word_{EMPTY};
};

} // namespace tollgate::sleep
