// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "return_loop.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/measure/moments.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tollgate::cancel_test {

/// One batch from this loop, of events or of operations in a row.
template <class Probe, class Loop>
measure::batch batch_of(const Loop& loop, const measure::schedule& asked) {
    Probe probe(clock::monotonic_clock{}, asked);
    measure::batch done;
    done.report = loop(probe);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

template <class Loop>
measure::batch events_of(const Loop& loop, const measure::schedule& asked) {
    return batch_of<measure::event_probe<clock::monotonic_clock>>(loop, asked);
}

template <class Loop>
measure::batch operations_of(const Loop& loop, const measure::schedule& asked) {
    return batch_of<measure::interval_probe<clock::monotonic_clock>>(loop, asked);
}

/// What the proofs say of a batch of events.
template <class Loop>
std::vector<std::string> failures_of(const Loop& loop, const measure::schedule& asked) {
    return measure::failed_event_proofs(events_of(loop, asked), asked);
}

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
