// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::fiber::detail {

/// The ready fibers of a thread, first in, first out. The queue is a ring buffer of pointers. When
/// the queue is full, it doubles its capacity. It never shrinks. If N is the largest number of
/// fibers that were ready at a time, the queue takes up to 16 bytes × N. If the system refuses
/// memory for a larger buffer, the program ends, because the queue must not leave out a ready
/// fiber.
///
/// - *Threads*: one.
/// - *Cost*: some loads and stores for each fiber that comes or goes.
class ready_queue {
    using context = boost::fibers::context;

public:
    /// Throws std::bad_alloc.
    explicit ready_queue(std::size_t capacity = 64)
        : places_(std::make_unique<context*[]>(capacity + ahead)) {
        use(places_.get(), capacity, 0);
    }
    ready_queue(const ready_queue&) = delete;
    ready_queue& operator=(const ready_queue&) = delete;
    ~ready_queue() = default;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_empty() const noexcept { return size_ == 0; }

    [[gnu::always_inline]] void push(context& fiber) noexcept {
        if (size_ == capacity_) [[unlikely]] {
            grow();
        }
        put(fiber);
        ++size_;
    }

    [[gnu::always_inline]] context& pop() noexcept {
        --size_;
        return take();
    }

    /// Does `pop()`, then `push(fiber)`, in one call. The queue must not be empty.
    [[gnu::always_inline]] context& pop_and_push(context& fiber) noexcept {
        context& first = take();
        put(fiber);
        return first;
    }

private:
    /// When the queue returns a fiber, it prefetches the data of another fiber, which is this
    /// number of places behind the returned fiber. A prefetch for the next fiber would come too
    /// late. A switch takes about ten nanoseconds, and a read from the third-level cache takes
    /// several times as long.
    static constexpr std::size_t ahead = 3;

    [[gnu::always_inline]] context& take() noexcept {
        // A switch first reads the saved stack pointer of the next fiber, in the last cache line of
        // its control block. A place behind the end of the queue has an old pointer. A prefetch of
        // an old pointer has no use, and does no harm.
        const auto soon = reinterpret_cast<std::uintptr_t>(first_[ahead]) + sizeof(context) - 24;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the fiber may be null or destroyed
        __builtin_prefetch(reinterpret_cast<const void*>(soon), 1);
        context& fiber = **first_;
        if (++first_ == limit_) [[unlikely]] {
            first_ = places_.get();
        }
        return fiber;
    }

    [[gnu::always_inline]] void put(context& fiber) noexcept {
        *end_ = &fiber;
        if (++end_ == limit_) [[unlikely]] {
            end_ = places_.get();
        }
    }

    void use(context** places, std::size_t capacity, std::size_t size) noexcept {
        first_ = places;
        end_ = places + size;
        limit_ = places + capacity;
        capacity_ = capacity;
    }

    /// Doubles the capacity. The queue is full, so `end_` equals `first_`.
    [[gnu::noinline]] void grow() {
        auto places = std::make_unique<context*[]>(2 * capacity_ + ahead);
        std::copy(places_.get(), end_, std::copy(first_, limit_, places.get()));
        use(places.get(), 2 * capacity_, size_);
        places_ = std::move(places);
    }

    context** first_;
    context** end_;
    context** limit_;
    std::size_t size_ = 0;
    std::size_t capacity_;
    std::unique_ptr<context*[]> places_;
};

// Design: Boost links the ready fibers by hooks inside the fibers. Each insertion and removal reads
// and writes the neighbours of a fiber, and each fiber contains only the address of the next fiber.
// An array does not touch the fibers. It contains the addresses of several next fibers, so that
// their data can be prefetched in time.
//
// Up to version 1.74, Boost reads its hook in one place that matters here. If another thread has
// woken a fiber that is already linked, Boost does not make the fiber ready again. This queue has
// no hooks. Still no fiber enters the queue twice, because a wait of Boost ends only once
// (`twstatus` is exchanged). Boost's own work_stealing uses no hooks either.

} // namespace tollgate::fiber::detail
