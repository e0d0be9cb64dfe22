// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

namespace tollgate::queue {

/// The end of a vector, as the place for the elements of a `pop_some`. The call appends the popped
/// elements to the vector.
///
///     const auto take_a_batch = [](auto& numbers, std::vector<int>& target) {
///         return numbers.pop_some(tollgate::queue::append_to(target, 32)); // at most 32
///     };
///
/// - *Lifetime*: the object contains a reference to the vector. Make the object for one call.
/// - *Exceptions*: the call allocates the memory for as many elements as it may pop, before it pops
///   an element. If there is too little memory, the call throws std::bad_alloc or
///   std::length_error, and pops nothing.
template <class T, class Allocator>
class append_to {
public:
    /// Stores a reference to `target`. The call appends at most `most` elements.
    append_to(std::vector<T, Allocator>& target, std::size_t most) noexcept
        : target_(target), most_(most) {}

    /// The vector that was given to the constructor.
    [[nodiscard]] std::vector<T, Allocator>& target() const noexcept { return target_; }
    /// The largest number of elements that are appended.
    [[nodiscard]] std::size_t most() const noexcept { return most_; }

private:
    std::vector<T, Allocator>& target_;
    std::size_t most_;
};

} // namespace tollgate::queue
