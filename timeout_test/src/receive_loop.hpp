// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exchange.hpp"
#include "receive_parts.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <chrono>

namespace tollgate::timeout_test {

/// Who a stream is between: two fibers of a thread, or two threads that schedule fibers.
enum class between { fibers, threads };

/// A sender and a receiver, with a channel between them that keeps one message. An operation is one
/// message. Everything is made anew for each batch, outside of what is timed. The threads end when
/// both sides have ended.
///
/// Proofs: each message arrives once and in its order, the sums are the same, no receive times out.
struct receive_loop {
    between whom;
    cpu::assignment where;
    receive_parts (*make_parts)(exchange&);
    std::chrono::nanoseconds look_every = bench::between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::timeout_test
