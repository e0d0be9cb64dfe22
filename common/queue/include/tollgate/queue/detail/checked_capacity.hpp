// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue::detail {

/// The capacity, if it is one that a queue can have: at least 1. Throws std::invalid_argument.
[[nodiscard]] std::size_t checked_capacity(std::size_t capacity);

} // namespace tollgate::queue::detail
