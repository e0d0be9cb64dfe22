// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace tollgate::queue::orders {

enum class slip {
    none,
    hasty_empty,          ///< the place at the head is still being filled: empty
    hasty_full,           ///< the place at the tail is still being emptied: full
    closed_beside,        ///< closed is not in the tail: a push that has looked goes on
    forgets_its_capacity, ///< as many elements as the ring has places
    draws_by_a_store,     ///< and not by a compare-and-swap: two pops draw the same
};

/// A ring of tickets with a mistake: without one it is like detail::basic_ticket_ring.
template <slip Made, template <class> class Atomic>
class wrong_ticket_ring {
public:
    explicit wrong_ticket_ring(std::size_t capacity)
        : capacity_(static_cast<std::int64_t>(capacity)), mask_(std::bit_ceil(capacity) - 1) {
        for (std::size_t each = 0; each <= mask_; ++each) {
            places_.emplace_back(2 * each);
        }
    }

    status try_push(int value) {
        std::uint64_t ticket = tail_.load();
        while (true) {
            if (is_closed(ticket)) {
                return status::closed;
            }
            place& at = places_[ticket & mask_];
            const bool is_free = at.turn.load() == 2 * ticket;
            const auto inside = static_cast<std::int64_t>(ticket - head_.load());
            const bool has_room = inside < capacity_;
            if (is_free && (has_room || Made == slip::forgets_its_capacity)) {
                if (tail_.compare_exchange_weak(ticket, ticket + 1)) {
                    at.value = value;
                    at.turn.store(2 * ticket + 1);
                    return status::done;
                }
                continue;
            }
            if (!has_room || Made == slip::hasty_full) {
                return status::full;
            }
            ticket = tail_.load();
        }
    }

    template <class Take>
    status try_pop(Take into) {
        std::uint64_t ticket = head_.load();
        while (true) {
            place& at = places_[ticket & mask_];
            if (at.turn.load() == 2 * ticket + 1) {
                if (draws(ticket)) {
                    int value = at.value;
                    into(static_cast<int&&>(value));
                    at.turn.store(2 * (ticket + mask_ + 1));
                    return status::done;
                }
                continue;
            }
            const std::uint64_t tail = tail_.load();
            if (Made == slip::hasty_empty || (tail & ~closed_bit) == ticket) {
                return is_closed(tail) ? status::closed : status::empty;
            }
            ticket = head_.load();
        }
    }

    void close() {
        if constexpr (Made == slip::closed_beside) {
            closed_.store(true);
        } else {
            tail_.fetch_or(closed_bit);
        }
    }

private:
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;

    struct place {
        explicit place(std::uint64_t from) : turn(from) {}
        Atomic<std::uint64_t> turn;
        int value = 0;
    };

    bool is_closed(std::uint64_t tail) {
        return Made == slip::closed_beside ? closed_.load() : (tail & closed_bit) != 0;
    }

    bool draws(std::uint64_t& ticket) {
        if constexpr (Made == slip::draws_by_a_store) {
            head_.store(ticket + 1);
            return true;
        } else {
            return head_.compare_exchange_weak(ticket, ticket + 1);
        }
    }

    std::int64_t capacity_;
    std::size_t mask_;
    Atomic<std::uint64_t> tail_{0};
    Atomic<std::uint64_t> head_{0};
    Atomic<bool> closed_{false};
    std::deque<place> places_;
};

enum class spsc_slip {
    none,
    does_not_wait,       ///< for the push that is under way when it is closed
    claims_nothing,      ///< a push looks whether it is closed, and is not seen by who closes
    leaves_it_to_others, ///< a push says closed before a pop can know
};

/// The same for detail::basic_spsc_ring.
template <spsc_slip Made, template <class> class Atomic>
class wrong_spsc_ring {
public:
    explicit wrong_spsc_ring(std::size_t capacity) : places_(capacity) {}

    status try_push(int value) {
        const std::uint64_t ticket = mine_;
        if (ticket - head_.load() >= places_.size()) {
            return closing_.load() ? says_closed() : status::full;
        }
        if constexpr (Made != spsc_slip::claims_nothing) {
            claim_.store(ticket + 1);
        }
        if (closing_.load()) {
            claim_.store(ticket);
            return says_closed();
        }
        places_[ticket % places_.size()] = value;
        mine_ = ticket + 1;
        tail_.store(ticket + 1);
        return status::done;
    }

    template <class Take>
    status try_pop(Take into) {
        const std::uint64_t ticket = head_.load();
        if (tail_.load() == ticket) {
            if (!closed_.load()) {
                return status::empty;
            }
            if (tail_.load() == ticket) {
                return status::closed;
            }
        }
        int value = places_[ticket % places_.size()];
        into(static_cast<int&&>(value));
        head_.store(ticket + 1);
        return status::done;
    }

    void close() {
        closing_.store(true);
        while (Made != spsc_slip::does_not_wait && claim_.load() > tail_.load()) {
        }
        closed_.store(true);
    }

private:
    status says_closed() {
        if constexpr (Made != spsc_slip::leaves_it_to_others) {
            closed_.store(true);
        }
        return status::closed;
    }

    std::uint64_t mine_ = 0; ///< the producer's
    Atomic<std::uint64_t> claim_{0};
    Atomic<std::uint64_t> tail_{0};
    Atomic<std::uint64_t> head_{0};
    Atomic<bool> closing_{false};
    Atomic<bool> closed_{false};
    std::deque<int> places_;
};

} // namespace tollgate::queue::orders
