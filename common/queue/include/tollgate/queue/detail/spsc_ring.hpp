// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>
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

/// A bounded ring for one thread that pushes and one that pops, none of which waits. Any thread may
/// close it and read its size. It is linearizable. README.md has the design and the argument.
///
/// `Atomic` is std::atomic, unless a check decides in which order threads take their steps.
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

    /// By the producer: `done`, `full` or `closed`. Only `done` has moved from the element.
    template <class Source>
    status try_push(Source&& element) noexcept {
        // close() waits for claims; without this it might wait for one after the other.
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

    /// By the consumer: `done`, `empty` or `closed`. `receive` is called with the element, a T&&.
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

    /// By the consumer: what try_pop() would return, and the element if that is `done`.
    [[nodiscard]] status front_status() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return status_of(cell_of(ticket), ticket);
    }
    [[nodiscard]] T& front() noexcept {
        return cell_of(head_.load(std::memory_order_relaxed)).element();
    }

    /// By the producer and by the consumer: whether an attempt is worth it, for a thread that
    /// spins.
    [[nodiscard]] bool may_push() noexcept {
        cached_head_ = head_.load(std::memory_order_acquire);
        return has_room() || closing_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool may_pop() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) == ticket + 1;
    }

    /// Whether waiting threads fence for all: so a push or a pop needs no fence before notify().
    [[nodiscard]] bool is_ordered() const noexcept { return ordered_; }
    /// By a waiting thread: a fence in all threads, if that is granted.
    void settle_order() const noexcept {
        if (ordered_) {
            fence::heavy_fence();
        }
    }

    /// After its return each push fails. Waits for a push that is under way.
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

    /// An element that is being pushed counts. Exact if no thread pushes or pops meanwhile.
    /// Otherwise never too low, and too high at most by the pops between the two loads.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::uint64_t size = tail_.load(std::memory_order_seq_cst) - head;
        return size < capacity_ ? size : capacity_;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    /// A store before the loads that follow it: by settle_order() of the other threads if granted.
    void store(Atomic<std::uint64_t>& target, std::uint64_t value) const noexcept {
        if (ordered_) [[likely]] {
            target.store(value, std::memory_order_release);
            fence::light_fence();
        } else {
            target.store(value, std::memory_order_seq_cst);
        }
    }

    /// The end of a push that has seen `closing_`.
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
        // The last push had ended when `closed_` was set.
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

    // The cache line of the producer, that of the consumer, and one that only closing writes.
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
