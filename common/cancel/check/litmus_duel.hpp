// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/slot.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/meeting.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

namespace tollgate::cancel {

class nothing final : public cancellation_handler {
public:
    ~nothing() = default;
    void cancel() override {}
};

struct outcomes {
    std::uint32_t both_saw = 0; ///< so the two really met
    std::uint32_t owner_first = 0;
    std::uint32_t canceller_first = 0;
    std::uint32_t neither = 0;
};

/// What the two share, far enough apart not to share cache lines.
struct arena {
    alignas(128) faults::meeting together;
    alignas(128) detail::slot own;
    alignas(128) std::atomic<std::uint32_t> phase{0};
    alignas(128) cancellation_handler* seen = nullptr;
    nothing handler;
    bool over = false;
};

template <class How>
void cancel_again_and_again(arena& in, std::uint32_t turns) {
    for (std::uint32_t round = 1; round <= turns; ++round) {
        in.phase.store(0);
        in.together.pass(2 * round - 1);
        faults::dawdle(round, 32);
        in.phase.store(1, std::memory_order_seq_cst);
        How::heavy_fence();
        in.seen = in.own.top.load(std::memory_order_seq_cst);
        in.together.pass(2 * round);
        if (in.over) {
            return;
        }
    }
}

/// All rounds take 10 to 30 s on a machine that does nothing else. With LITMUS_SECONDS in the
/// environment they get so long.
inline std::chrono::seconds litmus_time() {
    const char* const asked = std::getenv("LITMUS_SECONDS");
    return std::chrono::seconds(asked != nullptr ? std::atoi(asked) : 4);
}

/// Pushes in one round and pops in the next, until all rounds are done or the time is over.
template <class How>
outcomes register_again_and_again(arena& in, std::uint32_t turns) {
    const auto latest = std::chrono::steady_clock::now() + litmus_time();
    outcomes all;
    for (std::uint32_t round = 1; round <= turns; ++round) {
        const bool pushes = round % 2 == 1;
        in.together.pass(2 * round - 1);
        faults::dawdle(round, 1);
        if (pushes) {
            in.own.push(in.handler, How::stores);
        } else {
            in.own.pop(in.handler, How::stores);
        }
        How::between_store_and_look();
        const bool owner_saw = in.phase.load(How::looks) != 0;
        if (!pushes) {
            detail::slot::mark_unregistered(in.handler);
        }
        in.over = !pushes && round % 4096 == 0 && std::chrono::steady_clock::now() > latest;
        in.together.pass(2 * round);
        const bool canceller_saw = (in.seen != nullptr) == pushes;
        all.both_saw += owner_saw && canceller_saw ? 1 : 0;
        all.owner_first += !owner_saw && canceller_saw ? 1 : 0;
        all.canceller_first += owner_saw && !canceller_saw ? 1 : 0;
        all.neither += !owner_saw && !canceller_saw ? 1 : 0;
        if (in.over) {
            break;
        }
    }
    return all;
}

template <class How>
outcomes duel(std::uint32_t turns) {
    const faults::watchdog patience("the litmus test");
    const std::vector<int> cpus = cpu::allowed_cpus();
    arena in;
    std::thread canceller([&] {
        const cpu::affinity_guard there(cpus[1]);
        cancel_again_and_again<How>(in, turns);
    });
    const cpu::affinity_guard here(cpus[0]);
    const outcomes all = register_again_and_again<How>(in, turns);
    canceller.join();
    std::cout << all.both_saw << " met, " << all.owner_first << " owner first, "
              << all.canceller_first << " canceller first, " << all.neither << " saw nothing\n";
    return all;
}

} // namespace tollgate::cancel
