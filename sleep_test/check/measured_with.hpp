// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "wake_loop.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/faults/one_batch.hpp>

#include <chrono>
#include <memory>
#include <variant>

namespace tollgate::sleep_test {

using faults::events_of;
using faults::failures_of;

/// How long a batch may take that goes wrong.
struct patience {
    std::chrono::nanoseconds slice;
    std::chrono::nanoseconds permit_is_due;
};

/// Nothing comes too late, whatever the machine does meanwhile.
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
