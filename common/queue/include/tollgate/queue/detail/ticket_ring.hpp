// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/cell.hpp>
#include <tollgate/queue/detail/checked_capacity.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A bounded ring for any number of threads that push and pop. No thread waits for room or for an
/// element. The ring is linearizable. README.md explains the design, and why the ring is correct.
///
/// `Atomic` is std::atomic, except in checks that determine the order of the threads' steps.
template <class T, template <class> class Atomic>
class basic_ticket_ring {
public:
    explicit basic_ticket_ring(std::size_t capacity)
        : capacity_(checked_capacity(capacity)),
          mask_(std::bit_ceil(capacity) - 1),
          cells_(std::make_unique<cell<T, Atomic>[]>(mask_ + 1)) {
        for (std::size_t i = 0; i <= mask_; ++i) {
            cells_[i].turn.store(2 * i, std::memory_order_relaxed);
        }
    }
    basic_ticket_ring(const basic_ticket_ring&) = delete;
    basic_ticket_ring& operator=(const basic_ticket_ring&) = delete;
    ~basic_ticket_ring() {
        while (try_pop([](T&&) {}) == status::done) {
        }
    }

    /// Pushes an element. Returns `done`, `full` or `closed`. The element was moved from only if
    /// the result is `done`.
    template <class Source>
    status try_push(Source&& element) noexcept {
        std::uint64_t tail = tail_.load(std::memory_order_relaxed);
        sleep::pause pause;
        while (true) {
            if ((tail & closed_bit) != 0) {
                return status::closed;
            }
            const std::uint64_t ticket = tail / one_ticket;
            cell<T, Atomic>& place = cell_of(ticket);
            if (place.turn.load(std::memory_order_acquire) == 2 * ticket && has_room(ticket)) {
                if (tail_.compare_exchange_weak(tail, tail + one_ticket, std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    place.put(std::forward<Source>(element));
                    place.turn.store(2 * ticket + 1, std::memory_order_release);
                    return status::done;
                }
                continue;
            }
            if (distance(head_.load(std::memory_order_seq_cst), ticket) >= signed_capacity()) {
                return status::full;
            }
            const std::uint64_t before = tail;
            tail = tail_.load(std::memory_order_relaxed);
            if (tail == before) {
                pause();
            }
        }
    }

    /// Pops an element, and calls `receive` with the element, a T&&. Returns `done`, `empty` or
    /// `closed`.
    template <class Receive>
    status try_pop(Receive receive) noexcept {
        std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        sleep::pause pause;
        while (true) {
            cell<T, Atomic>& place = cell_of(ticket);
            if (place.turn.load(std::memory_order_acquire) == 2 * ticket + 1) {
                if (head_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    place.take(receive);
                    place.turn.store(2 * (ticket + mask_ + 1), std::memory_order_release);
                    return status::done;
                }
                continue;
            }
            const std::uint64_t tail = tail_.load(std::memory_order_seq_cst);
            if (tail / one_ticket == ticket) {
                return (tail & closed_bit) != 0 ? status::closed : status::empty;
            }
            const std::uint64_t before = ticket;
            ticket = head_.load(std::memory_order_relaxed);
            if (ticket == before) {
                pause();
            }
        }
    }

    /// Pushes the elements element(0), element(1) … in this order, with successive tickets: `most`
    /// elements (at least 1), or as many as there is room for. Sets `pushed` to their number, which
    /// is not 0 if the result is `done`. Returns `done`, `full` or `closed`.
    template <class Element>
    status try_push_some(std::size_t most, Element element, std::size_t& pushed) noexcept {
        std::uint64_t tail = tail_.load(std::memory_order_relaxed);
        pushed = 0;
        sleep::pause pause;
        while (true) {
            if ((tail & closed_bit) != 0) {
                return status::closed;
            }
            const std::uint64_t ticket = tail / one_ticket;
            const std::uint64_t count = places_in_turn(
                ticket, capacity_ > mask_ ? most : room_in_larger_ring(ticket, most), 0);
            if (count != 0) {
                if (tail_.compare_exchange_weak(tail, tail + count * one_ticket,
                                                std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    for (std::uint64_t i = 0; i < count; ++i) {
                        cell<T, Atomic>& place = cell_of(ticket + i);
                        place.put(element(i));
                        place.turn.store(2 * (ticket + i) + 1, std::memory_order_release);
                    }
                    pushed = count;
                    return status::done;
                }
                continue;
            }
            if (distance(head_.load(std::memory_order_seq_cst), ticket) >= signed_capacity()) {
                return status::full;
            }
            const std::uint64_t before = tail;
            tail = tail_.load(std::memory_order_relaxed);
            if (tail == before) {
                pause();
            }
        }
    }

    /// Pops elements in their order, with successive tickets: `most` elements (at least 1), or as
    /// many as there are. Calls `receive` with each element, a T&&, and its index. Sets `popped` to
    /// their number, which is not 0 if the result is `done`. Returns `done`, `empty` or `closed`.
    template <class Receive>
    status try_pop_some(std::size_t most, Receive receive, std::size_t& popped) noexcept {
        std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        popped = 0;
        sleep::pause pause;
        while (true) {
            const std::uint64_t count = places_in_turn(ticket, most, 1);
            if (count != 0) {
                if (head_.compare_exchange_weak(ticket, ticket + count, std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    for (std::uint64_t i = 0; i < count; ++i) {
                        cell<T, Atomic>& place = cell_of(ticket + i);
                        place.take([&](T&& element) { receive(std::move(element), i); });
                        place.turn.store(2 * (ticket + i + mask_ + 1), std::memory_order_release);
                    }
                    popped = count;
                    return status::done;
                }
                continue;
            }
            const std::uint64_t tail = tail_.load(std::memory_order_seq_cst);
            if (tail / one_ticket == ticket) {
                return (tail & closed_bit) != 0 ? status::closed : status::empty;
            }
            const std::uint64_t before = ticket;
            ticket = head_.load(std::memory_order_relaxed);
            if (ticket == before) {
                pause();
            }
        }
    }

    /// Returns whether try_push() or try_pop() may succeed now. A thread that spins calls this
    /// function before each attempt. Of the cache lines that the other side writes, may_pop() reads
    /// only the cache line of the place. may_push() may also read `head_`.
    [[nodiscard]] bool may_push() const noexcept {
        const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
        const std::uint64_t ticket = tail / one_ticket;
        return (tail & closed_bit) != 0 ||
               (cell_of(ticket).turn.load(std::memory_order_relaxed) == 2 * ticket &&
                has_room(ticket));
    }
    [[nodiscard]] bool may_pop() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) == 2 * ticket + 1;
    }

    /// Returns whether try_push() would return `full` now.
    [[nodiscard]] bool is_full() const noexcept {
        if (may_push()) {
            return false;
        }
        const std::uint64_t ticket = tail_.load(std::memory_order_relaxed) / one_ticket;
        return distance(head_.load(std::memory_order_seq_cst), ticket) >= signed_capacity();
    }
    /// Returns whether try_pop() would return `empty` now.
    [[nodiscard]] bool is_empty() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) != 2 * ticket + 1 &&
               tail_.load(std::memory_order_seq_cst) == one_ticket * ticket;
    }

    /// Returns true: the compare-and-swap of a push or a pop takes effect before the loads that
    /// follow, so no fence is needed.
    [[nodiscard]] static constexpr bool is_ordered() noexcept { return true; }
    static bool settle_order() noexcept { return false; }

    /// Closes the ring. Each push after this call fails.
    void close() noexcept { tail_.fetch_or(closed_bit, std::memory_order_seq_cst); }
    [[nodiscard]] bool is_closed() const noexcept {
        return (tail_.load(std::memory_order_seq_cst) & closed_bit) != 0;
    }

    /// The number of elements. The number is exact if no thread pushes or pops during the call.
    /// Otherwise the number is never too low. It is too high at most by the number of pops between
    /// the two loads.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::int64_t size =
            distance(head, tail_.load(std::memory_order_seq_cst) / one_ticket);
        return static_cast<std::size_t>(size < signed_capacity() ? size : signed_capacity());
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    static constexpr std::uint64_t closed_bit = 1;
    static constexpr std::uint64_t one_ticket = 2;

    [[nodiscard]] std::int64_t signed_capacity() const noexcept {
        return static_cast<std::int64_t>(capacity_);
    }
    static std::int64_t distance(std::uint64_t from, std::uint64_t to) noexcept {
        return static_cast<std::int64_t>(to - from);
    }

    [[nodiscard]] cell<T, Atomic>& cell_of(std::uint64_t ticket) const noexcept {
        return cells_[ticket & mask_];
    }

    /// Returns false if the push with this ticket would exceed the capacity. In a ring of exactly
    /// `capacity_` places, the turn number of the place already prevents this, so the result is
    /// true.
    [[nodiscard]] bool has_room(std::uint64_t ticket) const noexcept {
        return capacity_ > mask_ || room_in_larger_ring(ticket, 1) != 0;
    }
    /// The number of pushes, from the push with this ticket, that do not exceed the capacity, and
    /// at most `most`. Reads `head_` only if the cached value of `head_` does not show enough room.
    [[nodiscard]] std::uint64_t room_in_larger_ring(std::uint64_t ticket,
                                                    std::uint64_t most) const noexcept {
        const auto wanted = static_cast<std::int64_t>(most);
        std::int64_t filled = distance(cached_head_.load(std::memory_order_relaxed), ticket);
        if (signed_capacity() - filled < wanted) {
            const std::uint64_t head = head_.load(std::memory_order_seq_cst);
            cached_head_.store(head, std::memory_order_relaxed);
            filled = distance(head, ticket);
        }
        return static_cast<std::uint64_t>(
            std::clamp(signed_capacity() - filled, std::int64_t{0}, wanted));
    }

    /// The number of successive places, from the place of `ticket`, that calls with these tickets
    /// may use now: pushes if `step` is 0, pops if `step` is 1. At most `most`.
    [[nodiscard]] std::uint64_t places_in_turn(std::uint64_t ticket, std::uint64_t most,
                                               std::uint64_t step) const noexcept {
        const std::uint64_t limit = (std::min<std::uint64_t>)(most, capacity_);
        std::uint64_t count = 0;
        while (count < limit && cell_of(ticket + count).turn.load(std::memory_order_acquire) ==
                                    2 * (ticket + count) + step) {
            ++count;
        }
        return count;
    }

    alignas(64) Atomic<std::uint64_t> tail_{0};
    mutable Atomic<std::uint64_t> cached_head_{0}; ///< at most head_
    alignas(64) Atomic<std::uint64_t> head_{0};
    alignas(64) std::size_t capacity_;
    std::size_t mask_;
    std::unique_ptr<cell<T, Atomic>[]> cells_;
};

template <class T>
using ticket_ring = basic_ticket_ring<T, std::atomic>;

} // namespace tollgate::queue::detail
