// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <cstddef>

namespace tollgate::queue {

/// The result of `push_all` or `pop_some`: how the call ended, and how many elements it moved.
///
///     std::array<int, 32> places;
///     while (const auto batch = numbers.pop_some(std::span(places))) {
///         use(std::span(places).first(batch.count));
///     }
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
