// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "return_loop.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/faults/one_batch.hpp>
#include <tollgate/measure/moments.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <variant>

namespace tollgate::cancel_test {

using faults::batch_of;
using faults::events_of;
using faults::failures_of;
using faults::operations_of;

inline const measure::schedule ten_events{1, {{9, 1}}};

inline std::shared_ptr<measure::moments> soon(std::uint64_t seed = 1) {
    return std::make_shared<measure::moments>(std::chrono::microseconds(0),
                                              std::chrono::microseconds(200), seed);
}

/// The loop that is measured, wherever its threads may be.
template <class Wait>
return_loop<Wait> free_return_loop(std::uint64_t seed = 1) {
    return {cancel::policy::adaptive, {}, cpu::read_topology().threads.size() > 1, soon(seed)};
}

/// Both threads on one CPU, where the canceller does not spin; not pinned where that cannot be.
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

/// As one that somebody else interrupts, after the loop has asked so often.
inline measure::schedule interrupted_after(int questions, std::uint64_t events) {
    measure::schedule asked{1, {{events, 1}}};
    asked.interrupted = [count = std::make_shared<std::atomic<int>>(0), questions] {
        return count->fetch_add(1) >= questions;
    };
    return asked;
}

} // namespace tollgate::cancel_test
