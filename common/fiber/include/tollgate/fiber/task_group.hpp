// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/task_group.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/policy.hpp>

#include <utility>

namespace tollgate::fiber {

namespace detail {
/// How a group of fibers starts and joins its children.
struct child_fibers {
    using child = boost::fibers::fiber;

    static child::id own_id() noexcept { return boost::this_fiber::get_id(); }
    template <class Run>
    static child start(Run&& run) {
        return {boost::fibers::launch::post, std::forward<Run>(run)};
    }
    static void join(child& started) { started.join(); }
};
} // namespace detail

/// A scope that waits for the fibers that were started in it. Only the waiting fiber is suspended:
/// the other fibers of its thread run. `cancel::basic_task_group` describes the functions, and what
/// happens to exceptions.
///
///     tollgate::fiber::task_group fetches;
///     fetches.start([](const tollgate::cancel::token& own) { /* fetch one page */ });
///     fetches.start([](const tollgate::cancel::token& own) { /* fetch another page */ });
///     fetches.wait();
///
/// A child is ready when `start` returns, and begins to run when the starting fiber yields or
/// waits.
///
/// - *Threads*: a group belongs to one thread: only fibers of this thread may use it. But any
///   thread may cancel the source of the group, or the parent.
/// - *Lifetime*: Boost keeps the moved-from callable of a child until it releases the stack of the
///   child, some time after `wait()`. So a type that copies in place of a move is destroyed late.
/// - *Exceptions*: `start` throws what the constructor of boost::fibers::fiber throws. The
///   destructor and `wait()` may suspend a fiber while an exception is in flight or inside a
///   `catch`. For this, the thread needs the scheduler `basic_round_robin`.
/// - *Cost*: the start of a child adds an allocation and a lock to the start of the fiber, and the
///   end of a child adds a lock. There is no contention for this lock.
using task_group = cancel::basic_task_group<detail::child_fibers>;

} // namespace tollgate::fiber
