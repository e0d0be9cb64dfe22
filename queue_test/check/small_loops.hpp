// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "peers/locked_ring.hpp"
#include "pingpong_loop.hpp"
#include "stream_loop.hpp"

#include <array>

namespace tollgate::queue_test {

/// Loops around a queue that is known to be right.
using small_pingpong = pingpong_loop<mutex_condvar<message<64>>, as_threads>;
using small_stream = stream_loop<mutex_condvar<message<64>>, as_threads>;

inline constexpr std::array small_shapes{shape{1, 1, 1}, shape{1, 1, 64}, shape{3, 2, 4}};

} // namespace tollgate::queue_test
