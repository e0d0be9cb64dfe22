// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exchange.hpp"
#include "receive_parts.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>

namespace tollgate::timeout_test {

/// The two ends of a stream: two fibers of a thread, or two threads that schedule fibers.
enum class between { fibers, threads };

/// A sender and a receiver, with a channel of one message between them. An operation is one
/// message. Each batch creates everything anew, untimed. The threads end when both sides have
/// ended.
///
/// Self-checks: each message arrives once and in order, the sums are the same, and no receive times
/// out.
struct receive_loop {
    between ends;
    cpu::assignment where;
    receive_parts (*make_parts)(exchange&);
    std::chrono::nanoseconds progress_check_interval = bench::check_interval;

    measure::loop_report operator()(measure::loop_probe& probe) const;
};

} // namespace tollgate::timeout_test
