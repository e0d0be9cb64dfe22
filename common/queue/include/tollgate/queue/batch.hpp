// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <cstddef>

namespace tollgate::queue {

/// The result of `push_all` or `pop_some`: how the call ended, and how many elements it moved.
///
///     const auto sum_of_all = [](auto& numbers, auto places, long sum = 0) {
///         while (const tollgate::queue::batch popped = numbers.pop_some(places)) {
///             for (const auto& number : places.first(popped.count)) { sum += number; }
///         }
///         return sum;
///     };
///
/// - *Threads*: a plain value, without synchronization.
/// - *Exceptions*: none.
struct batch {
    /// `done`, or the reason why `push_all` did not push all elements, or `pop_some` popped none.
    queue::status status;
    /// The number of elements that the call pushed or popped.
    std::size_t count;

    /// Returns whether the status is `done`.
    explicit operator bool() const noexcept { return status == queue::status::done; }
};

} // namespace tollgate::queue
