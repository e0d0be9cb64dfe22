// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "return_loop.hpp"
#include "waits.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/testing/one_batch.hpp>

#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <variant>

namespace tollgate::cancel_test {

/// The waits that the program compares, for typed checks: those that sleep, and those that spin.
#if defined(__linux__)
using sleeping_waits = ::testing::Types<condvar_token, condvar_stop, condvar_bare, sleep_token,
                                        sleeper_bare<sleep::parker>, queue_token, poll_token,
                                        sleeper_bare<sleep::eventfd_sleeper>>;
#else
using sleeping_waits = ::testing::Types<condvar_token, condvar_stop, condvar_bare, sleep_token,
                                        sleeper_bare<sleep::parker>, queue_token, poll_token>;
#endif
using spinning_waits = ::testing::Types<loop_token, loop_stop, loop_flag>;

using testing::events_of;
using testing::failures_of;
using testing::operations_of;

inline const measure::schedule ten_events{1, {{9, 1}}};

inline std::shared_ptr<measure::moments> soon(std::uint64_t seed = 1) {
    return std::make_shared<measure::moments>(std::chrono::microseconds(0),
                                              std::chrono::microseconds(200), seed);
}

/// The measured loop, with free placement.
template <class Wait>
return_loop<Wait> free_return_loop(std::uint64_t seed = 1) {
    return {{}, cpu::read_topology().threads.size() > 1, soon(seed)};
}

/// Both threads on one CPU, where the canceller does not spin. Not pinned where that is impossible.
template <class Wait>
return_loop<Wait> return_loop_on_one_cpu(std::uint64_t seed = 1) {
    return_loop<Wait> loop = free_return_loop<Wait>(seed);
    const auto same = cpu::assign(cpu::placement::same, cpu::read_topology(), 2);
    if (const auto* place = std::get_if<cpu::assignment>(&same)) {
        loop.where = *place;
    }
    loop.canceller_spins = false;
    return loop;
}

} // namespace tollgate::cancel_test
