// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "wake_loop.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/testing/one_batch.hpp>

#include <chrono>
#include <memory>
#include <variant>

namespace tollgate::sleep_test {

using testing::events_of;
using testing::failures_of;

/// How long a batch that fails may take.
struct time_budget {
    std::chrono::nanoseconds interval;
    std::chrono::nanoseconds permit_timeout;
};

/// No wake comes too late, whatever the machine does meanwhile.
inline constexpr time_budget ample_budget{std::chrono::seconds(10), std::chrono::seconds(10)};
/// For lost wakes, which the loop waits for.
inline constexpr time_budget brief_budget{std::chrono::milliseconds(50),
                                          std::chrono::milliseconds(50)};

/// The measured loop, with threads that are not pinned.
template <class Sleeper, until End>
wake_loop<Sleeper, End> free_wake_loop(const time_budget& budget) {
    return {budget.interval,
            {},
            cpu::read_topology().threads.size() > 1,
            std::make_shared<measure::moments>(moments_within(std::chrono::milliseconds(2), 1)),
            budget.permit_timeout};
}

/// Both threads on one CPU, where the waker does not spin; not pinned if that is impossible.
template <class Sleeper, until End>
wake_loop<Sleeper, End> wake_loop_on_one_cpu(const time_budget& budget) {
    wake_loop<Sleeper, End> loop = free_wake_loop<Sleeper, End>(budget);
    const auto same = cpu::assign(cpu::placement::same, cpu::read_topology(), 2);
    if (const auto* place = std::get_if<cpu::assignment>(&same)) {
        loop.where = *place;
    }
    loop.waker_spins = false;
    return loop;
}

} // namespace tollgate::sleep_test
