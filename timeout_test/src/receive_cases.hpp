// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "count_receives.hpp"
#include "own_ways.hpp"
#include "program.hpp"
#include "receive_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cpu/assignment.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tollgate::timeout_test {

/// Whom streams are between, and where they run.
struct stream_place {
    between whom = between::fibers;
    cpu::assignment at;

    [[nodiscard]] std::optional<cpu::placement> placement() const {
        return whom == between::threads ? std::optional(at.where) : std::nullopt;
    }
};

/// `count_receives` of a way.
using count_of_receives = receive_counts (*)(between whom, const cpu::assignment& where,
                                             std::uint64_t receives);

/// One stream, compared with the baseline of its implementation; the baselines with Boost's. What
/// its receives do is counted, if there is a `count`.
void add_receives(bench::case_table& to, group of, std::string_view impl, clock_kind clock,
                  const stream_place& where, receive_parts (*make_parts)(exchange&),
                  count_of_receives count);

/// Of this library, with a clock: `Channel<Clock>` is the channel.
template <template <class> class Channel, template <class> class Receiver, class Clock>
void add_own(bench::case_table& to, group of, clock_kind clock, const stream_place& where) {
    add_receives(to, of, own_impl, clock, where, &make_parts<own_way<Channel<Clock>, Receiver>>,
                 &count_receives<own_way<Channel<still_clock>, Receiver>>);
}

/// All groups.
template <template <class> class Channel, class Clock>
void add_own_groups(bench::case_table& to, clock_kind clock, const stream_place& where) {
    add_own<Channel, plain_receiver, Clock>(to, group::baseline, clock, where);
    add_own<Channel, timeout_receiver, Clock>(to, group::timeout, clock, where);
    add_own<Channel, sleep_receiver, Clock>(to, group::sleep, clock, where);
    add_own<Channel, reused_sleep_receiver, Clock>(to, group::reused_sleep, clock, where);
    add_own<Channel, reused_boxed_sleep_receiver, Clock>(to, group::reused_boxed_sleep, clock,
                                                         where);
    add_own<Channel, deferred_receiver, Clock>(to, group::deferred, clock, where);
}

void add_boost(bench::case_table& to, const stream_place& where);

} // namespace tollgate::timeout_test
