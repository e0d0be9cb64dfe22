// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

namespace tollgate::testing {

/// An element whose copy throws if its number is negative. Its move does not throw.
struct throwing_copy {
    /// Makes an element, also with a negative number.
    explicit throwing_copy(int number) noexcept : value(number) {}
    /// Throws std::runtime_error if the number is negative.
    throwing_copy(const throwing_copy& other) : value(other.value) {
        if (value < 0) {
            throw std::runtime_error("no copy");
        }
    }
    /// Does not throw.
    throwing_copy(throwing_copy&&) noexcept = default;
    throwing_copy& operator=(const throwing_copy&) = delete;
    ~throwing_copy() = default;

    int value; ///< the number
};

} // namespace tollgate::testing
