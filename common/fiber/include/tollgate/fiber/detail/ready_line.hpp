// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::fiber::detail {

/// The fibers that are ready, first in, first out.
///
/// An array of pointers, not Boost's list of hooks within the fibers. A list reads and writes the
/// neighbours of what it moves, and tells of a fiber only where the next one lies. An array leaves
/// the fibers alone, and tells of those to come: what a switch needs of one of them is fetched into
/// the cache in time.
///
/// It grows by doubling and does not shrink: up to 16 bytes for each of the most fibers that were
/// ready at a time. Where the memory for that is refused the program ends, since a fiber that is
/// ready cannot be left out.
///
/// Boost asks for its hook in one place that matters here, up to 1.74: a fiber that another thread
/// has woken is not made ready if it is linked already. A wait of Boost's ends once (`twstatus` is
/// exchanged), so that no fiber comes into line twice for want of that; Boost's own work_stealing
/// uses no hooks either.
///
/// Threads: one. Cost: some loads and stores for each fiber that comes or goes.
class ready_line {
    using context = boost::fibers::context;

public:
    /// Throws std::bad_alloc.
    explicit ready_line(std::size_t capacity = 64)
        : places_(std::make_unique<context*[]>(capacity + ahead)) {
        use(places_.get(), capacity, 0);
    }
    ready_line(const ready_line&) = delete;
    ready_line& operator=(const ready_line&) = delete;
    ~ready_line() = default;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_empty() const noexcept { return size_ == 0; }

    [[gnu::always_inline]] void push(context& one) noexcept {
        if (size_ == capacity_) [[unlikely]] {
            grow();
        }
        put(one);
        ++size_;
    }

    [[gnu::always_inline]] context& pop() noexcept {
        --size_;
        return take();
    }

    /// Both at once, of one that is not empty.
    [[gnu::always_inline]] context& pop_and_push(context& one) noexcept {
        context& first = take();
        put(one);
        return first;
    }

private:
    /// That early is fetched what a switch needs. A switch takes some ten nanoseconds, and the
    /// third-level cache several times that.
    static constexpr std::size_t ahead = 3;

    [[gnu::always_inline]] context& take() noexcept {
        // A switch first reads where the other stack was left. That is in the cache line by which
        // the control block ends. Beyond the end of the line is what was there before: in vain.
        const auto soon = reinterpret_cast<std::uintptr_t>(first_[ahead]) + sizeof(context) - 24;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): of a fiber that may be none, or gone
        __builtin_prefetch(reinterpret_cast<const void*>(soon), 1);
        context& one = **first_;
        if (++first_ == limit_) [[unlikely]] {
            first_ = places_.get();
        }
        return one;
    }

    [[gnu::always_inline]] void put(context& one) noexcept {
        *end_ = &one;
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

    /// It is full, hence the end is the beginning.
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

} // namespace tollgate::fiber::detail
