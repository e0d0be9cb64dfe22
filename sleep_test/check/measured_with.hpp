// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "moments.hpp"
#include "wake_loop.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/event_probe.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tollgate::sleep_test {

/// One batch of events from this loop.
template <class Loop>
measure::batch events_of(const Loop& loop, const measure::schedule& asked) {
    measure::event_probe probe(clock::monotonic_clock{}, asked);
    measure::batch done;
    done.report = loop(probe);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

/// What its proofs say of it.
template <class Loop>
std::vector<std::string> failures_of(const Loop& loop, const measure::schedule& asked) {
    return measure::failed_event_proofs(events_of(loop, asked), asked);
}

/// How long a batch may take that goes wrong.
struct patience {
    std::chrono::nanoseconds slice;
    std::chrono::nanoseconds permit_is_due;
};

/// Nobody comes too late, whatever the machine does meanwhile.
inline constexpr patience ample{std::chrono::seconds(10), std::chrono::seconds(10)};
/// For wakes that are lost and waited for.
inline constexpr patience little{std::chrono::milliseconds(50), std::chrono::milliseconds(50)};

/// The loop that is measured, wherever its threads may be.
template <class Sleeper, until End>
wake_loop<Sleeper, End> free_wake_loop(const patience& how_long) {
    return {how_long.slice,
            {},
            cpu::read_topology().threads.size() > 1,
            std::make_shared<measure::moments>(moments_within(std::chrono::milliseconds(2), 1)),
            how_long.permit_is_due};
}

/// Both threads on one CPU, where the waker does not spin; not pinned where that cannot be.
template <class Sleeper, until End>
wake_loop<Sleeper, End> wake_loop_on_one_cpu(const patience& how_long) {
    wake_loop<Sleeper, End> loop = free_wake_loop<Sleeper, End>(how_long);
    const auto same = cpu::assign(cpu::placement::same, cpu::read_topology(), 2);
    if (const auto* place = std::get_if<cpu::assignment>(&same)) {
        loop.where = *place;
    }
    loop.waker_spins = false;
    return loop;
}

} // namespace tollgate::sleep_test
