// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pick_counts.hpp"
#include "scheduler.hpp"

#include <functional>

namespace tollgate::fiber_test {

/// Gives the calling thread's fibers their scheduler, which may count what it does there; the
/// counts outlive the thread.
using installer = std::function<void(pick_counts&)>;

/// Whether a scheduler counts the contexts that it picks.
enum class counting { off, on };

[[nodiscard]] installer installer_of(scheduler which, counting count);

} // namespace tollgate::fiber_test
