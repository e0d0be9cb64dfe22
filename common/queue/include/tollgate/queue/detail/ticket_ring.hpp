// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/cell.hpp>
#include <tollgate/queue/detail/checked_capacity.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A bounded queue for any number of threads that push and pop, and do not wait.
///
/// A push draws a ticket from `tail_`, a pop one from `head_`, both by a compare-and-swap and only
/// if the place of that ticket is theirs: place t mod R of a ring of R, R the next power of two
/// above the capacity. Ticket t pushes at turn 2t and pops at turn 2t + 1; the next to push there
/// is ticket t + R, at turn 2(t + R). The lowest bit of `tail_` says that the queue is closed, so
/// that nothing can be pushed once it is: the compare-and-swap fails.
///
/// Linearizable: a push takes effect where it draws its ticket, and so does a pop. `full`, `empty`
/// and `closed` are told by tickets alone: `empty` if no ticket has been drawn that a pop has not
/// drawn, too, at the moment at which `tail_` is read (`head_` was read before, and may not be
/// above it), `full` likewise at the moment at which `head_` is read. So nothing is said to be
/// empty because the place at its head is still being filled: whoever finds that, waits for it,
/// awake. Being filled takes as long as moving an element, unless the thread loses its CPU in the
/// middle of it.
///
/// Both counters are sequentially consistent, and so is the wait line's state: who sleeps has
/// entered the line before it looked at the counter, who published has moved the counter before it
/// looks at the line (see wait_line). On x86-64 the compare-and-swap is the fence; nothing is added
/// to it.
///
/// The ring is Dmitry Vyukov's bounded MPMC queue, with turns that tell a ring of one place, a
/// capacity that need not be a power of two, and exact answers.
///
/// `Atomic` is std::atomic, unless a check decides in which order threads take their steps.
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

    /// `done`, `full` or `closed`; the element is moved from only if it is done.
    template <class Source>
    status try_push(Source&& from) noexcept {
        std::uint64_t tail = tail_.load(std::memory_order_relaxed);
        sleep::pause for_a_pop;
        while (true) {
            if ((tail & closed_bit) != 0) {
                return status::closed;
            }
            const std::uint64_t ticket = tail / one_ticket;
            cell<T, Atomic>& place = cell_of(ticket);
            if (place.turn.load(std::memory_order_acquire) == 2 * ticket && has_room(ticket)) {
                if (tail_.compare_exchange_weak(tail, tail + one_ticket, std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    place.put(std::forward<Source>(from));
                    place.turn.store(2 * ticket + 1, std::memory_order_release);
                    return status::done;
                }
                continue;
            }
            if (distance(head_.load(std::memory_order_seq_cst), ticket) >= limit()) {
                return status::full;
            }
            const std::uint64_t before = tail;
            tail = tail_.load(std::memory_order_relaxed);
            if (tail == before) {
                for_a_pop();
            }
        }
    }

    /// `done`, `empty` or `closed`; `into` gets the element as a T&&.
    template <class Take>
    status try_pop(Take into) noexcept {
        std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        sleep::pause for_a_push;
        while (true) {
            cell<T, Atomic>& place = cell_of(ticket);
            if (place.turn.load(std::memory_order_acquire) == 2 * ticket + 1) {
                if (head_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_seq_cst,
                                                std::memory_order_relaxed)) {
                    place.take(into);
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
                for_a_push();
            }
        }
    }

    /// Whether a try is worth it, for who looks again and again: it reads no line that the other
    /// side writes but that of the place itself.
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

    /// What is published is so before what is looked at next: no more is needed.
    [[nodiscard]] static constexpr bool is_ordered() noexcept { return true; }
    static void settle_order() noexcept {}

    /// From now on every push fails.
    void close() noexcept { tail_.fetch_or(closed_bit, std::memory_order_seq_cst); }
    [[nodiscard]] bool is_closed() const noexcept {
        return (tail_.load(std::memory_order_seq_cst) & closed_bit) != 0;
    }

    /// Exact if nobody pushes or pops meanwhile. Otherwise too high at the most by what was popped
    /// between the two readings, and not too low.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::int64_t size =
            distance(head, tail_.load(std::memory_order_seq_cst) / one_ticket);
        return static_cast<std::size_t>(size < limit() ? size : limit());
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    static constexpr std::uint64_t closed_bit = 1;
    static constexpr std::uint64_t one_ticket = 2;

    [[nodiscard]] std::int64_t limit() const noexcept {
        return static_cast<std::int64_t>(capacity_);
    }
    static std::int64_t distance(std::uint64_t from, std::uint64_t to) noexcept {
        return static_cast<std::int64_t>(to - from);
    }

    [[nodiscard]] cell<T, Atomic>& cell_of(std::uint64_t ticket) const noexcept {
        return cells_[ticket & mask_];
    }

    /// A ring of exactly the capacity says so by its turns.
    [[nodiscard]] bool has_room(std::uint64_t ticket) const noexcept {
        return capacity_ > mask_ || has_room_in_larger_ring(ticket);
    }
    /// The head that was read last tells for up to a capacity of pushes.
    [[nodiscard]] bool has_room_in_larger_ring(std::uint64_t ticket) const noexcept {
        if (distance(head_seen_.load(std::memory_order_relaxed), ticket) < limit()) {
            return true;
        }
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        head_seen_.store(head, std::memory_order_relaxed);
        return distance(head, ticket) < limit();
    }

    alignas(64) Atomic<std::uint64_t> tail_{0};
    mutable Atomic<std::uint64_t> head_seen_{0}; ///< not above head_
    alignas(64) Atomic<std::uint64_t> head_{0};
    alignas(64) std::size_t capacity_;
    std::size_t mask_;
    std::unique_ptr<cell<T, Atomic>[]> cells_;
};

template <class T>
using ticket_ring = basic_ticket_ring<T, std::atomic>;

} // namespace tollgate::queue::detail
