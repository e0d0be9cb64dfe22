// SPDX-License-Identifier: BSL-1.0
#include <tollgate/queue/detail/checked_capacity.hpp>

#include <limits>
#include <stdexcept>
#include <string>

namespace tollgate::queue::detail {
namespace {

/// The next power of two, the size of the ring, must not overflow.
constexpr std::size_t largest = std::numeric_limits<std::size_t>::max() / 4;

} // namespace

std::size_t checked_capacity(std::size_t capacity) {
    if (capacity == 0 || capacity > largest) {
        throw std::invalid_argument("tollgate::queue: a capacity of " + std::to_string(capacity) +
                                    " is not between 1 and " + std::to_string(largest));
    }
    return capacity;
}

} // namespace tollgate::queue::detail
