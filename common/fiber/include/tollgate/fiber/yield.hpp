// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/run_queue.hpp>

#include <boost/fiber/context.hpp>

namespace tollgate::fiber {

/// The calling fiber gives way to those that are ready, and is behind them in line: as
/// boost::this_fiber::yield(), for a fraction of its cost. A fiber that is alone goes on at once.
///
/// Where the thread's fibers are scheduled by another algorithm than `basic_round_robin`, of any
/// clock, it is boost::this_fiber::yield(). In what is destroyed after the thread's fibers it does
/// nothing.
///
/// Exceptions: each fiber keeps its own, also inside a `catch`. By another algorithm, whose fibers
/// share them, a yield there may end in a use after free.
///
/// Threads: any; not in what the dispatcher runs on behalf of a timer or of another thread.
///
/// Cost: some forty instructions and the switch; see detail/run_queue.hpp. Fibers that yield in
/// different functions return to where the processor does not expect it, as by Boost's.
[[gnu::always_inline]] inline void yield() noexcept {
    if (detail::run_queue* const here = detail::run_queue::of_this_thread()) [[likely]] {
        here->yield();
    } else if (boost::fibers::context* const self = boost::fibers::context::active()) {
        self->yield();
    }
}

} // namespace tollgate::fiber
