// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::liveness_test {

/// From now on the calling thread runs when no other wants its CPU, or hardly more often. False if
/// the system has no such thing.
[[nodiscard]] bool put_last();

/// The system's id of the calling thread as reports have it; 0 where that is not known.
[[nodiscard]] std::int64_t this_thread_id();

} // namespace tollgate::liveness_test
