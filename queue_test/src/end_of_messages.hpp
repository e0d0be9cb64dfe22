// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::queue_test {

/// The number of a message that tells who takes it to end.
inline constexpr std::uint64_t end_of_messages = (std::uint64_t{1} << 63) - 1;

} // namespace tollgate::queue_test
