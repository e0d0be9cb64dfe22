// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/cell.hpp>
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

/// A segment takes about 4 KiB, and has at least 8 places.
template <class Place>
inline constexpr std::size_t
    places_in_segment = std::bit_floor(std::clamp<std::size_t>(4096 / sizeof(Place), 8, 256));

/// An unbounded ring for any number of threads that push and pop. It is a list of segments. Pushes
/// append segments at one end, and pops remove segments at the other end. No thread waits for an
/// element, and there is always room. The ring is linearizable. README.md explains the design, and
/// why the ring is correct.
///
/// `Atomic` and `Places` are for checks: `Atomic` is std::atomic, except in checks that determine
/// the order of the threads' steps.
template <class T, template <class> class Atomic,
          std::size_t Places = places_in_segment<cell<T, Atomic>>>
class basic_segment_ring {
public:
    basic_segment_ring() {
        segment* const first = std::make_unique<segment>().release();
        push_end_.in.store(first, std::memory_order_relaxed);
        pop_end_.in.store(first, std::memory_order_relaxed);
    }
    basic_segment_ring(const basic_segment_ring&) = delete;
    basic_segment_ring& operator=(const basic_segment_ring&) = delete;
    ~basic_segment_ring() {
        while (try_pop([](T&&) {}) == status::done) {
        }
        delete pop_end_.in.load(std::memory_order_relaxed);
        delete left_;
        delete spare_.load(std::memory_order_relaxed);
    }

    /// Pushes an element. Returns `done` or `closed`. May throw std::bad_alloc. The element was
    /// moved from only if the result is `done`.
    template <class Source>
    status try_push(Source&& element) {
        return push<true>(std::forward<Source>(element));
    }

    /// Pops an element, and calls `receive` with the element, a T&&. Returns `done`, `empty` or
    /// `closed`.
    template <class Receive>
    status try_pop(Receive receive) noexcept {
        while (true) {
            const std::uint64_t position = pop_end_.settled_position();
            const std::uint64_t ticket = position / one_ticket;
            if (!is_published(ticket)) {
                const std::uint64_t tail = push_end_.position.load(std::memory_order_seq_cst);
                if (tail / one_ticket == ticket) {
                    return (tail & closed_bit) != 0 ? status::closed : status::empty;
                }
                published_.store(tail / one_ticket, std::memory_order_seq_cst);
            }
            segment* const in = pop_end_.in.load(std::memory_order_relaxed);
            if (pop_end_.draw(position)) {
                segment* const finished = is_last(ticket) ? leave(*in) : nullptr;
                cell<T, Atomic>& place = in->place_of(ticket);
                wait_for(place.turn, filled(ticket));
                place.take(receive);
                place.turn.store(taken(ticket), std::memory_order_release);
                if (finished != nullptr) [[unlikely]] {
                    recycle(*finished, ticket + 1 - 2 * Places);
                }
                return status::done;
            }
        }
    }

    /// Pushes `element(0)`, `element(1)` …, up to `most`, as long as the present segment has room.
    /// Sets `pushed` to their number, which is at least 1 if the result is `done`.
    template <class Element>
    status try_push_some(std::size_t most, Element element, std::size_t& pushed) {
        const status result = try_push(element(0));
        if (result == status::done) {
            pushed = 1;
            while (pushed != most && push<false>(element(pushed)) == status::done) {
                ++pushed;
            }
        }
        return result;
    }
    /// Pops up to `most` elements, and calls `receive(T&&, i)` for each. Sets `popped` to their
    /// number if the result is `done`.
    template <class Receive>
    status try_pop_some(std::size_t most, Receive receive, std::size_t& popped) noexcept {
        std::size_t taken_so_far = 0;
        status result = status::done;
        while (taken_so_far != most && result == status::done) {
            result = try_pop([&](T&& element) { receive(std::move(element), taken_so_far); });
            taken_so_far += result == status::done ? 1 : 0;
        }
        if (taken_so_far == 0) {
            return result;
        }
        popped = taken_so_far;
        return status::done;
    }

    /// Returns whether try_pop() may succeed now. A thread that spins calls this function before
    /// each attempt. The result may be false although there is an element: see README.md.
    [[nodiscard]] bool may_pop() const noexcept {
        return is_published(pop_end_.position.load(std::memory_order_relaxed) / one_ticket);
    }
    /// Returns whether try_pop() would return `empty` now.
    [[nodiscard]] bool is_empty() const noexcept {
        const std::uint64_t position = pop_end_.position.load(std::memory_order_seq_cst);
        return !is_published(position / one_ticket) &&
               push_end_.position.load(std::memory_order_seq_cst) == position;
    }

    /// Returns true: the compare-and-swap of a push or a pop takes effect before the loads that
    /// follow, so no fence is needed.
    [[nodiscard]] static constexpr bool is_ordered() noexcept { return true; }
    static bool settle_order() noexcept { return false; }

    /// Closes the ring. Each push after this call fails.
    void close() noexcept { push_end_.position.fetch_or(closed_bit, std::memory_order_seq_cst); }
    [[nodiscard]] bool is_closed() const noexcept {
        return (push_end_.position.load(std::memory_order_seq_cst) & closed_bit) != 0;
    }

    /// The number of elements. The number is exact if no thread pushes or pops during the call.
    /// Otherwise the number is never too low. It is too high at most by the number of pops between
    /// the two loads.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = pop_end_.position.load(std::memory_order_seq_cst);
        const std::uint64_t tail = push_end_.position.load(std::memory_order_seq_cst);
        return tail / one_ticket - head / one_ticket;
    }

private:
    /// Without permission to allocate, returns `full` instead of drawing the last ticket of a
    /// segment, and throws nothing.
    template <bool MayAllocate, class Source>
    status push(Source&& element) noexcept(!MayAllocate) {
        std::unique_ptr<segment> next; // allocated before the ticket is drawn
        while (true) {
            const std::uint64_t position = push_end_.settled_position();
            if ((position & closed_bit) != 0) {
                return status::closed;
            }
            const std::uint64_t ticket = position / one_ticket;
            segment* const in = push_end_.in.load(std::memory_order_relaxed);
            if (!MayAllocate && is_last(ticket)) {
                return status::full;
            }
            if (is_last(ticket) && next == nullptr) [[unlikely]] {
                next = spare_or_new_segment();
            }
            if (push_end_.draw(position)) {
                if (is_last(ticket)) [[unlikely]] {
                    in->next.store(next.get(), std::memory_order_relaxed);
                    push_end_.go_on_in(*next.release());
                }
                cell<T, Atomic>& place = in->place_of(ticket);
                place.put(std::forward<Source>(element));
                place.turn.store(filled(ticket), std::memory_order_release);
                publish(ticket);
                return status::done;
            }
        }
    }

    // A position is a ticket and two marks. While the `changing` bit is set, a thread has drawn the
    // last ticket of a segment, and has not stored the next segment in `in` yet.
    static constexpr std::uint64_t closed_bit = 1;
    static constexpr std::uint64_t changing_bit = 2;
    static constexpr std::uint64_t one_ticket = 4;

    struct segment {
        Atomic<segment*> next{nullptr};
        cell<T, Atomic> places[Places];

        cell<T, Atomic>& place_of(std::uint64_t ticket) noexcept { return places[ticket % Places]; }
    };

    /// An end of the list: the next ticket, and the segment that has the place of this ticket.
    struct list_end {
        Atomic<std::uint64_t> position{0};
        Atomic<segment*> in{nullptr};

        [[nodiscard]] std::uint64_t settled_position() const noexcept {
            std::uint64_t settled = position.load(std::memory_order_seq_cst);
            sleep::pause pause;
            while ((settled & changing_bit) != 0) {
                pause();
                settled = position.load(std::memory_order_seq_cst);
            }
            return settled;
        }
        /// Draws the ticket of the position. If the ticket is the last one of a segment, the thread
        /// must call go_on_in() next.
        [[nodiscard]] bool draw(std::uint64_t at) noexcept {
            const std::uint64_t mark = is_last(at / one_ticket) ? changing_bit : 0;
            return position.compare_exchange_weak(
                at, at + one_ticket + mark, std::memory_order_seq_cst, std::memory_order_seq_cst);
        }
        void go_on_in(segment& next) noexcept {
            in.store(&next, std::memory_order_relaxed);
            position.fetch_sub(changing_bit, std::memory_order_seq_cst);
        }
    };

    static constexpr bool is_last(std::uint64_t ticket) noexcept {
        return (ticket + 1) % Places == 0;
    }
    // The turn numbers of a place in a segment. A new place has the number 0.
    static constexpr std::uint64_t filled(std::uint64_t ticket) noexcept { return 2 * ticket + 1; }
    static constexpr std::uint64_t taken(std::uint64_t ticket) noexcept { return 2 * ticket + 2; }

    static void wait_for(const Atomic<std::uint64_t>& turn, std::uint64_t number) noexcept {
        sleep::pause pause;
        while (turn.load(std::memory_order_acquire) != number) {
            pause();
        }
    }

    [[nodiscard]] bool is_published(std::uint64_t ticket) const noexcept {
        return ticket < published_.load(std::memory_order_acquire);
    }
    void publish(std::uint64_t ticket) noexcept {
        if (published_.load(std::memory_order_relaxed) <= ticket) {
            published_.store(ticket + 1, std::memory_order_release);
        }
    }

    [[gnu::noinline]] std::unique_ptr<segment> spare_or_new_segment() {
        std::unique_ptr<segment> spare(spare_.exchange(nullptr, std::memory_order_acquire));
        if (spare == nullptr) {
            return std::make_unique<segment>();
        }
        spare->next.store(nullptr, std::memory_order_relaxed);
        return spare;
    }

    /// Moves the pops on to the segment after `last`. Returns the segment before `last`, or null.
    [[gnu::noinline]] segment* leave(segment& last) noexcept {
        segment* next = last.next.load(std::memory_order_relaxed);
        sleep::pause pause;
        while (next == nullptr) {
            pause();
            next = last.next.load(std::memory_order_relaxed);
        }
        segment* const finished = std::exchange(left_, &last);
        pop_end_.go_on_in(*next);
        return finished;
    }

    /// Waits until the pops of this segment have ended, and then keeps the segment for pushes.
    [[gnu::noinline]] void recycle(segment& finished, std::uint64_t first) noexcept {
        for (std::uint64_t ticket = first; ticket != first + Places; ++ticket) {
            wait_for(finished.place_of(ticket).turn, taken(ticket));
        }
        delete spare_.exchange(&finished, std::memory_order_acq_rel);
    }

    alignas(64) list_end push_end_;
    alignas(64) list_end pop_end_;
    /// The segment that the pops have left last. Only the thread that changes the segment at
    /// `pop_end_` accesses this pointer.
    segment* left_ = nullptr;
    /// At most the next ticket of the pushes. Pops read this number, and not `push_end_`, the cache
    /// line of which each push writes first.
    alignas(64) Atomic<std::uint64_t> published_{0};
    alignas(64) Atomic<segment*> spare_{nullptr};
};

template <class T>
using segment_ring = basic_segment_ring<T, std::atomic>;

} // namespace tollgate::queue::detail
