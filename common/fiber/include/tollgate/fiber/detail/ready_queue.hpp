// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::fiber::detail {

/// The fibers that are ready, first in, first out: a ring buffer of pointers that grows by doubling
/// and does not shrink. It takes up to 16 bytes for each of the most fibers that were ready at a
/// time. If the memory for that is refused, the program ends: a ready fiber cannot be left out.
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

    /// Both in one call. The queue must not be empty.
    [[gnu::always_inline]] context& pop_and_push(context& fiber) noexcept {
        context& first = take();
        put(fiber);
        return first;
    }

private:
    /// The data of a switch is prefetched this number of fibers before. A switch takes about ten
    /// nanoseconds, and a read from the third-level cache several times that.
    static constexpr std::size_t ahead = 3;

    [[gnu::always_inline]] context& take() noexcept {
        // A switch first reads the other fiber's saved stack pointer, which lies in the last cache
        // line of the control block. Behind the end of the queue the pointer is stale, and the
        // prefetch is in vain.
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

    /// The queue is full, hence the end is the beginning.
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

// Design: Boost's list of hooks within the fibers reads and writes the neighbours of the fiber that
// it moves, and each fiber tells only where the next one lies. An array does not touch the fibers,
// and tells of several fibers to come, so that their data are prefetched in time.
//
// Boost reads its hook in one place that matters here, up to 1.74: a fiber that another thread has
// woken is not made ready if it is linked already. Without hooks no fiber enters the queue twice,
// because a wait of Boost's ends once (`twstatus` is exchanged). Boost's own work_stealing uses no
// hooks either.

} // namespace tollgate::fiber::detail
