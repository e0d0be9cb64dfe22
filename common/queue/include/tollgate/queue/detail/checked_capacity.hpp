// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue::detail {

/// Returns `capacity` if a queue can have it: at least 1. Throws std::invalid_argument otherwise.
[[nodiscard]] std::size_t checked_capacity(std::size_t capacity);

} // namespace tollgate::queue::detail
