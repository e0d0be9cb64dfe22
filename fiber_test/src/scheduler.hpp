// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fiber_test {

/// Boost.Fiber's own scheduling algorithms, and tollgate::fiber::round_robin.
enum class scheduler { round_robin, shared_work, work_stealing, tollgate };

} // namespace tollgate::fiber_test
