// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>

namespace tollgate::fiber::detail {

/// The elements that a channel keeps, first in, first out. The constructor allocates the memory.
///
/// A T only needs a move constructor. boost::circular_buffer would also need assignment.
///
/// - *Threads*: one at a time.
/// - *Cost*: a few loads and stores in addition to the move, and no division.
template <class T>
class ring_buffer {
public:
    /// Throws std::bad_alloc.
    explicit ring_buffer(std::size_t capacity)
        : capacity_(capacity),
          places_(capacity == 0 ? nullptr : std::allocator<T>().allocate(capacity)) {}
    ring_buffer(const ring_buffer&) = delete;
    ring_buffer& operator=(const ring_buffer&) = delete;
    ~ring_buffer() {
        while (!is_empty()) {
            pop_front();
        }
        if (places_ != nullptr) {
            std::allocator<T>().deallocate(places_, capacity_);
        }
    }

    [[nodiscard]] bool is_empty() const noexcept { return size_ == 0; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == capacity_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

    [[nodiscard]] T& front() noexcept {
        assert(!is_empty());
        return places_[first_];
    }
    void pop_front() noexcept {
        std::destroy_at(std::addressof(front()));
        first_ = first_ + 1 == capacity_ ? 0 : first_ + 1;
        --size_;
    }
    void push_back(T&& element) noexcept {
        assert(!is_full());
        const std::size_t up_to_end = capacity_ - first_;
        std::construct_at(
            std::addressof(places_[size_ < up_to_end ? first_ + size_ : size_ - up_to_end]),
            std::move(element));
        ++size_;
    }

private:
    std::size_t capacity_;
    T* places_;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

} // namespace tollgate::fiber::detail
