// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace tollgate::timer {

/// A `timer_queue` for any number of deadlines in any order: a hierarchical timing wheel.
///
///     tollgate::timer::wheel queue;
///     tollgate::timer::entry wait;
///     queue.arm(wait, std::chrono::seconds(10));
///     queue.expire(std::chrono::seconds(11), [](tollgate::timer::entry&) { /* has expired */ });
///
/// The wheel divides time into *ticks* of 1024 ns. The wheel has nine *levels* of 64 *slots*. A
/// slot is a list of entries. A slot of the lowest level stands for one tick. A slot of each higher
/// level stands for 64 times as many ticks as a slot of the level below.
///
/// An entry never expires early, and is late by less than a tick. If the tick of an entry is over
/// when the entry is armed, the entry expires at the next `expire`. Entries of the same tick expire
/// in any order.
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the wheel must be empty when it is destroyed.
/// - *Cost*: 14 KiB for any number of entries. `arm` and `cancel` take some ten instructions.
///   Before an entry expires, it moves at most once for each level. A thread that sleeps until
///   `next` may wake up once for each level before an entry expires.
class wheel {
public:
    /// A deadline.
    using moment = entry::moment;

    /// The time by which an entry may expire late: a tick.
    static constexpr moment resolution{1024};

    wheel() noexcept = default;
    wheel(const wheel&) = delete;
    wheel& operator=(const wheel&) = delete;

    /// Whether there is no entry.
    [[nodiscard]] bool is_empty() const noexcept { return levels_in_use_ == 0; }

    /// Arms an entry that is not linked: puts it into the slot of its deadline.
    void arm(entry& node, moment deadline) noexcept {
        node.deadline_ = deadline;
        put(node);
    }

    /// Takes an entry of this wheel out of its slot. Writes to the entry and to its two neighbours.
    /// The head of the slot's list may be one of these neighbours.
    void cancel(entry& node) noexcept {
        assert(node.is_linked());
        entry* const neighbour = node.next_;
        const bool alone = neighbour == node.previous_;
        entry_list::unlink(node);
        if (alone) {
            forget_slot_of(neighbour);
        }
    }

    /// Returns a moment before which no entry expires, unless you arm another entry. Returns
    /// `max()` if the wheel is empty. Returns `min()` if, since the last `expire`, you armed an
    /// entry for a moment that was already over at the last `expire`. Then call `expire` at once:
    /// the entry expires, unless the clock was set back to before this moment.
    [[nodiscard]] moment next() const noexcept {
        if (is_empty()) {
            return (moment::max)();
        }
        const std::uint64_t begins = beginning_of(next_slot());
        return begins == stands_at_ ? (moment::min)() : end_of(begins);
    }

    /// Unlinks the entries whose tick is over at `now`, in the order of the ticks. Calls
    /// `handler(entry&)` for each of these entries. The handler may arm, cancel and destroy any
    /// entry. If the handler arms an entry for a moment that is over, the entry expires in the same
    /// call. If `now` is before the `now` of the last call, the wheel is set back to `now`.
    template <class Handler>
    void expire(moment now, Handler handler) {
        const std::uint64_t over = ticks_over_by(now);
        const std::uint64_t last_over = over - std::min<std::uint64_t>(over, 1);
        if (last_over < stands_at_) [[unlikely]] {
            go_back_to(last_over);
        }
        while (!is_empty()) {
            const slot next = next_slot();
            const std::uint64_t begins = beginning_of(next);
            if (begins >= over) {
                break;
            }
            stands_at_ = begins;
            if (next.level == 0) {
                entry& due = list_of(next).front();
                cancel(due);
                handler(due);
            } else {
                move_down(next);
            }
        }
        stands_at_ = last_over;
    }

private:
    static constexpr unsigned bits = 6;
    static constexpr unsigned slots_of_level = 1U << bits;
    static constexpr unsigned shift = std::bit_width(std::uint64_t{resolution.count()}) - 1;
    static constexpr unsigned tick_bits = 64 - shift;
    static constexpr unsigned levels = tick_bits / bits;
    static_assert(std::int64_t{1} << shift == resolution.count());
    static_assert(levels * bits == tick_bits, "else the highest level is for fewer ticks");

    struct slot {
        unsigned level;
        unsigned at;
    };

    /// The epoch, in nanoseconds since the first moment that the clock can represent.
    static constexpr std::uint64_t before_epoch = std::uint64_t{1} << 63;
    static std::uint64_t count_of(moment when) noexcept {
        return static_cast<std::uint64_t>(when.count()) ^ before_epoch;
    }
    /// The number of the tick of a deadline. A tick does not include the moment at which it begins,
    /// but includes the moment at which it ends.
    static std::uint64_t tick_of(moment deadline) noexcept {
        return (std::max<std::uint64_t>(count_of(deadline), 1) - 1) >> shift;
    }
    /// The number of ticks that are over at `now`. The clock cannot represent the end of the last
    /// tick, so `max()` stands for this end.
    static std::uint64_t ticks_over_by(moment now) noexcept {
        return now == (moment::max)() ? std::uint64_t{1} << tick_bits : count_of(now) >> shift;
    }
    static moment end_of(std::uint64_t tick) noexcept {
        if (tick >= (std::uint64_t{1} << tick_bits) - 1) {
            return (moment::max)();
        }
        return moment(static_cast<std::int64_t>(((tick + 1) << shift) ^ before_epoch));
    }

    [[nodiscard]] slot next_slot() const noexcept {
        const auto level = static_cast<unsigned>(std::countr_zero(levels_in_use_));
        return {level, static_cast<unsigned>(std::countr_zero(in_use_[level]))};
    }
    /// The first tick of a slot. A slot of level 0 has only one tick.
    [[nodiscard]] std::uint64_t beginning_of(slot place) const noexcept {
        const unsigned below = place.level * bits;
        const std::uint64_t above = stands_at_ >> below >> bits << bits;
        return (above | place.at) << below;
    }
    [[nodiscard]] entry_list& list_of(slot place) noexcept {
        return lists_[place.level * slots_of_level + place.at];
    }

    void put(entry& node) noexcept {
        const std::uint64_t tick = (std::max)(tick_of(node.deadline_), stands_at_);
        const unsigned level = level_between(tick, stands_at_);
        const slot place{level, digit(tick, level)};
        list_of(place).push_back(node);
        use(place);
    }
    void use(slot place) noexcept {
        in_use_[place.level] |= std::uint64_t{1} << place.at;
        levels_in_use_ |= 1U << place.level;
    }

    void forget(slot place) noexcept {
        in_use_[place.level] &= ~(std::uint64_t{1} << place.at);
        if (in_use_[place.level] == 0) {
            levels_in_use_ &= ~(1U << place.level);
        }
    }
    /// Marks a slot as empty, because the last entry was taken out of its list. `head` is the head
    /// of this list.
    void forget_slot_of(const entry* head) noexcept {
        static_assert(sizeof(entry_list) == sizeof(entry));
        const auto index =
            static_cast<std::size_t>(reinterpret_cast<const entry_list*>(head) - lists_.data());
        assert(index < lists_.size() && "of another wheel");
        forget({static_cast<unsigned>(index / slots_of_level),
                static_cast<unsigned>(index % slots_of_level)});
    }

    static unsigned digit(std::uint64_t tick, unsigned level) noexcept {
        return static_cast<unsigned>(tick >> (level * bits)) % slots_of_level;
    }
    /// The highest level at which the base-64 digits of two ticks differ, or 0 if the ticks are
    /// equal.
    static unsigned level_between(std::uint64_t tick, std::uint64_t other) noexcept {
        return (static_cast<unsigned>(std::bit_width((tick ^ other) | 1)) - 1) / bits;
    }

    /// Moves each entry of a list to the slot of its deadline.
    void put_all(entry_list& entries) noexcept;
    /// Moves the entries of a slot, whose beginning the wheel has reached, to lower levels.
    void move_down(slot from) noexcept;
    /// Sets the wheel back after the clock was set back. `tick` is the last tick that is over now.
    void go_back_to(std::uint64_t tick) noexcept;
    /// Appends all entries of a slot to a list.
    void move(slot from, entry_list& to) noexcept {
        to.take(list_of(from));
        forget(from);
    }

    std::array<entry_list, std::size_t{levels} * slots_of_level> lists_;
    std::array<std::uint64_t, levels> in_use_{};
    std::uint32_t levels_in_use_ = 0;
    std::uint64_t stands_at_ = 0; ///< the position of the wheel: the number of a tick that is over
};

// Design: see common/timer/README.md.
//
// Source: Varghese and Lauck, "Hashed and hierarchical timing wheels" (1987), scheme 7. The highest
// digit that differs determines the level, as in Seastar's timer_set and in tokio.

} // namespace tollgate::timer
