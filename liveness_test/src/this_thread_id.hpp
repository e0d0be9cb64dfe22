// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::liveness_test {

/// The system's id of the calling thread as reports have it; 0 where that is not known.
[[nodiscard]] std::int64_t this_thread_id();

} // namespace tollgate::liveness_test
