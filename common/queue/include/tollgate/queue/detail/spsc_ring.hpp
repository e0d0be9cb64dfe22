// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/queue/detail/cell.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A bounded queue for one thread that pushes and one that pops, and do not wait.
template <class T>
class spsc_ring {
public:
    explicit spsc_ring(std::size_t capacity)
        : capacity_(capacity),
          mask_(std::bit_ceil(capacity) - 1),
          cells_(std::make_unique<cell<T>[]>(mask_ + 1)) {}
    spsc_ring(const spsc_ring&) = delete;
    spsc_ring& operator=(const spsc_ring&) = delete;
    ~spsc_ring() {
        while (try_pop([](T&&) {}) == status::done) {
        }
    }

    template <class Source>
    status try_push(Source&& from) noexcept {
        const std::uint64_t ticket = tail_.load(std::memory_order_relaxed);
        if (ticket - head_seen_ >= capacity_) [[unlikely]] {
            head_seen_ = head_.load(std::memory_order_acquire);
            if (ticket - head_seen_ >= capacity_) {
                return closing_.load(std::memory_order_relaxed) ? status::closed : status::full;
            }
        }
        tail_.store(ticket + 1, std::memory_order_relaxed);
        fence::light_fence();
        if (closing_.load(std::memory_order_relaxed)) [[unlikely]] {
            tail_.store(ticket, std::memory_order_release);
            return status::closed;
        }
        cell<T>& place = cell_of(ticket);
        place.put(std::forward<Source>(from));
        place.turn.store(ticket + 1, std::memory_order_release);
        fence::light_fence();
        return status::done;
    }

    template <class Take>
    status try_pop(Take into) noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        cell<T>& place = cell_of(ticket);
        if (place.turn.load(std::memory_order_acquire) != ticket + 1) [[unlikely]] {
            if (!closed_.load(std::memory_order_acquire)) {
                return status::empty;
            }
            if (place.turn.load(std::memory_order_acquire) != ticket + 1) {
                return status::closed;
            }
        }
        place.take(into);
        head_.store(ticket + 1, std::memory_order_release);
        fence::light_fence();
        return status::done;
    }

    [[nodiscard]] bool may_push() const noexcept {
        return tail_.load(std::memory_order_relaxed) - head_.load(std::memory_order_relaxed) < capacity_ || closing_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool may_pop() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) == ticket + 1;
    }
    [[nodiscard]] bool is_ordered() const noexcept { return ordered_; }
    void settle_order() const noexcept {
        if (ordered_) {
            fence::heavy_fence();
        }
    }

    void close() noexcept {
        closing_.store(true, std::memory_order_seq_cst);
        fence::heavy_fence();
        sleep::pause for_a_push;
        while (true) {
            const std::uint64_t tail = tail_.load(std::memory_order_acquire);
            if (tail == 0 || cell_of(tail - 1).turn.load(std::memory_order_acquire) == tail) {
                break;
            }
            for_a_push();
        }
        closed_.store(true, std::memory_order_release);
    }
    [[nodiscard]] bool is_closed() const noexcept { return closed_.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::uint64_t size = tail_.load(std::memory_order_seq_cst) - head;
        return size < capacity_ ? size : capacity_;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    [[nodiscard]] cell<T>& cell_of(std::uint64_t ticket) const noexcept { return cells_[ticket & mask_]; }

    alignas(64) std::atomic<std::uint64_t> tail_{0};
    std::uint64_t head_seen_ = 0;
    alignas(64) std::atomic<std::uint64_t> head_{0};
    alignas(64) std::size_t capacity_;
    std::size_t mask_;
    std::unique_ptr<cell<T>[]> cells_;
    bool ordered_ = fence::heavy_fence_granted();
    std::atomic<bool> closing_{false};
    std::atomic<bool> closed_{false};
};

} // namespace tollgate::queue::detail
