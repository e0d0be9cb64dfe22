// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A channel between fibers of one thread; see `basic_channel`.
///
/// Threads: one, all its life. A token of a wait may be cancelled by any: the wait ends on its own
/// thread, which is rung for it.
///
/// Cost: no atomic operation, no lock, no allocation. A push or a pop that does not wait is some
/// ten instructions; one that does adds a switch.
template <class T, class Clock = std::chrono::steady_clock>
using channel = basic_channel<T, Clock, detail::sharing::one_thread>;

} // namespace tollgate::fiber
