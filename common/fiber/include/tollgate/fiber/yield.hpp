// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/run_queue.hpp>

#include <boost/fiber/context.hpp>

namespace tollgate::fiber {

/// Lets the ready fibers run before the calling fiber continues. Costs a fraction of
/// boost::this_fiber::yield(), which does the same. If no other fiber is ready, the calling fiber
/// continues at once.
///
///     for (int i = 0; i < 1000; ++i) {
///         tollgate::fiber::yield();
///     }
///
/// The function works with `basic_round_robin` of any clock. Under another algorithm, it calls
/// boost::this_fiber::yield(). In destructors that run after the thread's fibers have ended, the
/// function does nothing.
///
/// - *Threads*: any thread. Do not call yield() in a function that Boost's dispatcher runs for a
///   timer or for another thread.
/// - *Exceptions*: each fiber keeps its current exceptions, even if it yields inside a `catch`.
///   Under another algorithm, fibers share their exceptions, and a yield inside a `catch` may lead
///   to a use after free.
/// - *Cost*: some forty instructions and the switch. If fibers yield in different functions, each
///   yield also costs a wrongly predicted return, as with Boost's yield.
[[gnu::always_inline]] inline void yield() noexcept {
    if (detail::run_queue* const queue = detail::run_queue::of_this_thread()) [[likely]] {
        queue->yield();
    } else if (boost::fibers::context* const self = boost::fibers::context::active()) {
        self->yield();
    }
}

} // namespace tollgate::fiber
