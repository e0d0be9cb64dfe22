// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fiber_test {

/// Boost.Fiber's own scheduling algorithms.
enum class scheduler { round_robin, shared_work, work_stealing };

} // namespace tollgate::fiber_test
