// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>

namespace tollgate::sleep_test {

/// A thread that walks through its data, moves to the other CPU (sched_setaffinity), and walks
/// through them again. A walk increments a number in each cache line, in an order that the CPU does
/// not foresee. An event is the move and the walk after it.
///
/// The CPU time is that of an event less that of the walk before it, which finds the data in the
/// caches of its CPU. So it is the price of the move, and of the caches that the move leaves.
///
/// Self-checks: after each move, the thread runs on the other CPU. Each line has the number of all
/// walks.
struct migration_loop {
    std::size_t kib;       ///< of data: 0, or a power of two
    cpu::assignment where; ///< two CPUs

    measure::loop_report operator()(measure::event_probe<clock::chosen_clock>& probe) const;
};

} // namespace tollgate::sleep_test
