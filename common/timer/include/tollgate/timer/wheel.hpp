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

/// Any number of deadlines in any order: a hierarchical timing wheel.
///
/// Time is cut into ticks of 1024 ns, counted from the first moment that there is, long before the
/// clock's epoch. A deadline lies in a tick, and its entry expires when that tick is over. The
/// wheel stands at a tick that is over. An entry lies at the level of the highest digit, to base
/// 64, in which its tick differs from the one the wheel stands at, in the slot of its own digit
/// there. So level 0 has a slot for each of the next ticks, and each level above one for 64 times
/// as many. When the wheel comes to the beginning of a slot of a higher level, its entries move to
/// levels below it. Digits above the level are equal, hence every slot of a level comes later than
/// all of the levels below it, and the lowest bit of the lowest level in use is what comes next:
/// nothing is searched.
///
/// The wheel may move on without looking at what lies in it, as long as it passes no beginning of a
/// slot in use: until there, an entry's digits are what they were, in relation to the wheel's.
///
/// A clock that goes back takes the wheel with it: the next `expire` stands where the clock is
/// then, and each entry expires when the clock comes to its deadline (again). Of the digits in
/// which the two places differ let L be the highest. What lies at level L or above lies right.
/// A list below L shares digit L with the place that the wheel leaves, so each of these
/// lists is appended as a whole to the slot of that digit: no entry is looked at, but for those of
/// the one tick at which the wheel stood.
///
/// Never early: a tick ends at its last deadline or after it; of the last tick of all that is
/// `moment::max()`. Late by less than a tick. What lies in a tick that is over when it is armed
/// expires at the next call. Entries of one tick expire in any order.
///
/// Cost: `arm` and `cancel` some ten instructions whatever the number of entries, no memory beside
/// the entries but 14 KiB for the wheel. A `cancel` writes to the entry and to its neighbours, one
/// or both of which may be the head of the slot. An entry that expires was moved once per level at
/// the most, and once more per level for each time that the clock was set back over it. A set-back
/// itself visits the slots in use, 576 at the most, and the first and the last entry of each. A
/// thread that sleeps until `next` may wake once per level before anything expires.
///
/// Threads: one at a time.
///
/// Source: Varghese and Lauck, "Hashed and hierarchical timing wheels" (1987), scheme 7; levels by
/// the highest differing digit as in Seastar's timer_set and tokio.
class wheel {
public:
    using moment = entry::moment;

    /// By how much an entry may expire late.
    static constexpr moment resolution{1024};

    wheel() noexcept = default;
    wheel(const wheel&) = delete;
    wheel& operator=(const wheel&) = delete;

    [[nodiscard]] bool is_empty() const noexcept { return levels_in_use_ == 0; }

    /// `one` is not linked.
    void arm(entry& one, moment deadline) noexcept {
        one.deadline_ = deadline;
        put(one);
    }

    /// `one` is linked here.
    void cancel(entry& one) noexcept {
        assert(one.is_linked());
        entry* const neighbour = one.next_;
        const bool alone = neighbour == one.previous_;
        entry_list::unlink(one);
        if (alone) {
            forget_slot_of(neighbour);
        }
    }

    /// Nothing expires before this, if no `arm` comes; max() if there is nothing. The next `expire`
    /// has to be at once, and this is min(), if something was armed since the last one for a moment
    /// that was over then: only the clock can tell whether it still is.
    [[nodiscard]] moment next() const noexcept {
        if (is_empty()) {
            return (moment::max)();
        }
        const std::uint64_t begins = beginning_of(next_slot());
        return begins == stands_at_ ? (moment::min)() : end_of(begins);
    }

    /// Unlinks one entry after the other whose tick is over by `now`, in the order of ticks, and
    /// calls `with(entry&)` for it, which may arm, cancel and destroy whatever it likes. What it
    /// arms for a moment that is over expires in the same call.
    template <class With>
    void expire(moment now, With with) {
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
                entry& one = list_of(next).front();
                cancel(one);
                with(one);
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

    /// Since the first moment that there is.
    static constexpr std::uint64_t before_epoch = std::uint64_t{1} << 63;
    static std::uint64_t count_of(moment when) noexcept {
        return static_cast<std::uint64_t>(when.count()) ^ before_epoch;
    }
    /// A tick ends with a whole number of its lengths, and begins after one.
    static std::uint64_t tick_of(moment deadline) noexcept {
        return (std::max<std::uint64_t>(count_of(deadline), 1) - 1) >> shift;
    }
    /// Of the last tick there is no end to be represented.
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
    /// The first tick of a slot; of level 0 its only one.
    [[nodiscard]] std::uint64_t beginning_of(slot one) const noexcept {
        const unsigned below = one.level * bits;
        const std::uint64_t above = stands_at_ >> below >> bits << bits;
        return (above | one.at) << below;
    }
    [[nodiscard]] entry_list& list_of(slot one) noexcept {
        return lists_[one.level * slots_of_level + one.at];
    }

    void put(entry& one) noexcept {
        const std::uint64_t tick = (std::max)(tick_of(one.deadline_), stands_at_);
        const unsigned level = level_between(tick, stands_at_);
        const slot where{level, digit(tick, level)};
        list_of(where).push_back(one);
        use(where);
    }
    void use(slot one) noexcept {
        in_use_[one.level] |= std::uint64_t{1} << one.at;
        levels_in_use_ |= 1U << one.level;
    }

    void forget(slot one) noexcept {
        in_use_[one.level] &= ~(std::uint64_t{1} << one.at);
        if (in_use_[one.level] == 0) {
            levels_in_use_ &= ~(1U << one.level);
        }
    }
    /// The only entry that is left is the head of the list.
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
    /// The highest level at which the digits of two ticks differ; 0 if none does.
    static unsigned level_between(std::uint64_t one, std::uint64_t other) noexcept {
        return (static_cast<unsigned>(std::bit_width((one ^ other) | 1)) - 1) / bits;
    }

    /// Puts each by its own digits.
    void put_all(entry_list& of) noexcept;
    /// The wheel has come to the beginning of this slot.
    void move_down(slot from) noexcept;
    /// The clock was set back, and that tick is the last one that is over.
    void go_back_to(std::uint64_t tick) noexcept;
    /// All of a slot, to the end of a list.
    void move(slot from, entry_list& to) noexcept {
        to.take(list_of(from));
        forget(from);
    }

    std::array<entry_list, std::size_t{levels} * slots_of_level> lists_;
    std::array<std::uint64_t, levels> in_use_{};
    std::uint32_t levels_in_use_ = 0;
    std::uint64_t stands_at_ = 0;
};

} // namespace tollgate::timer
