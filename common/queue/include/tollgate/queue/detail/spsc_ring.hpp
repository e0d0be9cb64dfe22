// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>
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

/// A bounded ring for one thread that pushes, and one thread that pops. Neither thread waits. Any
/// thread may close the ring and read its size. The ring is linearizable. README.md explains the
/// design, and why the ring is correct.
///
/// `Atomic` is std::atomic, except in checks that determine the order of the threads' steps.
template <class T, template <class> class Atomic>
class basic_spsc_ring {
public:
    explicit basic_spsc_ring(std::size_t capacity)
        : capacity_(checked_capacity(capacity)),
          mask_(std::bit_ceil(capacity) - 1),
          cells_(std::make_unique<cell<T, Atomic>[]>(mask_ + 1)) {}
    basic_spsc_ring(const basic_spsc_ring&) = delete;
    basic_spsc_ring& operator=(const basic_spsc_ring&) = delete;
    ~basic_spsc_ring() {
        while (try_pop([](T&&) {}) == status::done) {
        }
    }

    /// Pushes an element. Only the producer calls this function. Returns `done`, `full` or
    /// `closed`. The element was moved from only if the result is `done`.
    template <class Source>
    status try_push(Source&& element) noexcept {
        // close() waits while the producer has claimed a place: `tail_` is incremented, but the
        // element is not stored yet. This check bounds the wait. Without the check, the producer
        // could claim one place after the other.
        if (closing_.load(std::memory_order_relaxed)) [[unlikely]] {
            return push_closed();
        }
        const std::uint64_t ticket = tail_.load(std::memory_order_relaxed);
        if (!has_room()) [[unlikely]] {
            cached_head_ = head_.load(std::memory_order_acquire);
            if (!has_room()) {
                return status::full;
            }
        }
        store(tail_, ticket + 1);
        if (closing_.load(std::memory_order_seq_cst)) [[unlikely]] {
            tail_.store(ticket, std::memory_order_relaxed);
            return push_closed();
        }
        cell<T, Atomic>& place = cell_of(ticket);
        place.put(std::forward<Source>(element));
        store(place.turn, ticket + 1);
        return status::done;
    }

    /// Pops an element. Only the consumer calls this function. Calls `receive` with the element, a
    /// T&&. Returns `done`, `empty` or `closed`.
    template <class Receive>
    status try_pop(Receive receive) noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        cell<T, Atomic>& place = cell_of(ticket);
        if (const status result = status_of(place, ticket); result != status::done) [[unlikely]] {
            return result;
        }
        place.take(receive);
        store(head_, ticket + 1);
        return status::done;
    }

    /// Pushes the elements element(0), element(1) … in this order: `most` elements (at least
    /// 1), or as many as there is room for. Sets `pushed` to their number, which is not 0 if the
    /// result is `done`. Only the producer calls this function. Returns `done`, `full` or `closed`.
    template <class Element>
    status try_push_some(std::size_t most, Element element, std::size_t& pushed) noexcept {
        pushed = 0;
        if (closing_.load(std::memory_order_relaxed)) [[unlikely]] {
            return push_closed();
        }
        const std::uint64_t ticket = tail_.load(std::memory_order_relaxed);
        if (capacity_ - (ticket - cached_head_) < most) {
            cached_head_ = head_.load(std::memory_order_acquire);
            if (!has_room()) {
                return status::full;
            }
        }
        const std::uint64_t end =
            ticket + (std::min<std::uint64_t>)(most, capacity_ - (ticket - cached_head_));
        store(tail_, end);
        if (closing_.load(std::memory_order_seq_cst)) [[unlikely]] {
            tail_.store(ticket, std::memory_order_relaxed);
            return push_closed();
        }
        for (std::uint64_t next = ticket; next != end - 1; ++next) {
            cell_of(next).put(element(next - ticket));
            cell_of(next).turn.store(next + 1, std::memory_order_release);
        }
        cell_of(end - 1).put(element(end - 1 - ticket));
        store(cell_of(end - 1).turn, end);
        pushed = end - ticket;
        return status::done;
    }

    /// Pops elements in their order: `most` elements (at least 1), or as many as there are. Calls
    /// `receive` with each element, a T&&, and its index. Sets `popped` to their number, which is
    /// not 0 if the result is `done`. Only the consumer calls this function. Returns `done`,
    /// `empty` or `closed`.
    ///
    /// The turn numbers are read in a loop of their own: the CPU then reads the next cache lines
    /// before it has moved the elements of the first one.
    template <class Receive>
    status try_pop_some(std::size_t most, Receive receive, std::size_t& popped) noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        popped = 0;
        if (const status result = status_of(cell_of(ticket), ticket); result != status::done)
            [[unlikely]] {
            return result;
        }
        std::uint64_t end = ticket + 1;
        while (end - ticket < most &&
               cell_of(end).turn.load(std::memory_order_acquire) == end + 1) {
            ++end;
        }
        for (std::uint64_t next = ticket; next != end; ++next) {
            cell_of(next).take([&](T&& element) { receive(std::move(element), next - ticket); });
        }
        store(head_, end);
        popped = end - ticket;
        return status::done;
    }

    /// Returns the status that try_pop() would return. If this status is `done`, front() returns
    /// the first element. Only the consumer calls these two functions.
    [[nodiscard]] status front_status() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return status_of(cell_of(ticket), ticket);
    }
    [[nodiscard]] T& front() noexcept {
        return cell_of(head_.load(std::memory_order_relaxed)).element();
    }

    /// Returns whether try_push() or try_pop() may succeed now. A thread that spins calls this
    /// function before each attempt. Only the producer calls may_push(), and only the consumer
    /// calls may_pop().
    [[nodiscard]] bool may_push() noexcept {
        cached_head_ = head_.load(std::memory_order_acquire);
        return has_room() || closing_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool may_pop() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) == ticket + 1;
    }

    /// Returns whether try_push() would return `full` now. Only the producer calls this function.
    [[nodiscard]] bool is_full() noexcept { return !may_push(); }
    /// Returns whether try_pop() would return `empty` now. Only the consumer calls this function.
    [[nodiscard]] bool is_empty() const noexcept {
        const bool has_element = may_pop();
        const bool closed = is_closed();
        return !(has_element | closed); // a single branch
    }

    /// Returns whether waiting threads execute heavy fences. In this case, a push or a pop needs no
    /// fence before notify().
    [[nodiscard]] bool is_ordered() const noexcept { return ordered_; }
    /// Executes a fence in all threads, if the kernel grants heavy fences. A waiting thread and
    /// close() call this function.
    /// Returns whether the call has executed the fence.
    bool settle_order() const noexcept {
        if (ordered_) {
            fence::heavy_fence();
        }
        return ordered_;
    }

    /// Closes the ring. Waits for a push that is in progress. Each push after the return fails.
    void close() noexcept {
        closing_.store(true, std::memory_order_seq_cst);
        settle_order();
        sleep::pause pause;
        while (a_push_is_under_way()) {
            pause();
        }
        closed_.store(true, std::memory_order_release);
    }
    [[nodiscard]] bool is_closed() const noexcept {
        return closed_.load(std::memory_order_acquire);
    }

    /// The number of elements, including an element that is being pushed. The number is exact if no
    /// thread pushes or pops during the call. Otherwise the number is never too low. It is too high
    /// at most by the number of pops between the two loads.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::uint64_t size = tail_.load(std::memory_order_seq_cst) - head;
        return size < capacity_ ? size : capacity_;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    /// Makes a store that takes effect before the loads that follow. If heavy fences are granted,
    /// settle_order() in the other threads enforces this order.
    void store(Atomic<std::uint64_t>& target, std::uint64_t value) const noexcept {
        if (ordered_) [[likely]] {
            target.store(value, std::memory_order_release);
            fence::light_fence();
        } else {
            target.store(value, std::memory_order_seq_cst);
        }
    }

    /// Ends a push that has read that `closing_` is set.
    [[gnu::cold]] status push_closed() noexcept {
        closed_.store(true, std::memory_order_release);
        return status::closed;
    }

    [[gnu::always_inline]] status status_of(const cell<T, Atomic>& place,
                                            std::uint64_t ticket) const noexcept {
        if (place.turn.load(std::memory_order_acquire) == ticket + 1) [[likely]] {
            return status::done;
        }
        if (!is_closed()) {
            return status::empty;
        }
        // The last push ended before `closed_` was set. So the result of this second load is final.
        return place.turn.load(std::memory_order_relaxed) == ticket + 1 ? status::done
                                                                        : status::closed;
    }

    [[nodiscard]] bool has_room() const noexcept {
        return tail_.load(std::memory_order_relaxed) - cached_head_ < capacity_;
    }

    [[nodiscard]] bool a_push_is_under_way() const noexcept {
        const std::uint64_t tail = tail_.load(std::memory_order_seq_cst);
        return tail != 0 && cell_of(tail - 1).turn.load(std::memory_order_acquire) != tail;
    }

    [[nodiscard]] cell<T, Atomic>& cell_of(std::uint64_t ticket) const noexcept {
        return cells_[ticket & mask_];
    }

    // Three cache lines: only the producer writes the first one, only the consumer writes the
    // second one, and only closing writes the third one.
    alignas(64) Atomic<std::uint64_t> tail_{0};
    std::uint64_t cached_head_ = 0; ///< at most head_
    alignas(64) Atomic<std::uint64_t> head_{0};
    alignas(64) std::size_t capacity_;
    std::size_t mask_;
    std::unique_ptr<cell<T, Atomic>[]> cells_;
    bool ordered_ = fence::heavy_fence_granted();
    Atomic<bool> closing_{false};
    Atomic<bool> closed_{false};
};

template <class T>
using spsc_ring = basic_spsc_ring<T, std::atomic>;

} // namespace tollgate::queue::detail
