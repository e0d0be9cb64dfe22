// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "headway.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "thread_groups.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/clock_pair_probe.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tollgate::queue_test {

/// The part of a ping-pong that its members share and that does not depend on the queue. The probe
/// is a loop_probe, or an observing_probe in a clock-pair run.
template <class Probe>
struct pingpong {
    shape dimensions;
    Probe& probe;
    headway moves; ///< producers, then consumers
};

/// The part of a ping-pong that depends on the queue. A member makes one virtual call in all.
class pingpong_players {
public:
    virtual ~pingpong_players() = default;
    /// Runs member `self` of a side (0 or 1). Returns the first error, or null.
    virtual const char* play(std::size_t side, std::size_t self) = 0;
};

template <class Queue, class Probe>
class pingpong_through final : public pingpong_players {
public:
    explicit pingpong_through(pingpong<Probe>& game)
        : game_(game), queues_{Queue(game.dimensions.capacity), Queue(game.dimensions.capacity)} {}

    const char* play(std::size_t side, std::size_t self) override {
        const auto own = std::make_unique<player>(*this, side);
        if (side == 1 && self == 0) {
            push_unmeasured(queues_[0], 0, 1);
        }
        take_turns(*own, side * game_.dimensions.producers + self);
        return own->error;
    }

private:
    using message_type = typename Queue::message_type;

    struct player {
        player(pingpong_through& all, std::size_t own_side)
            : side(own_side),
              in(all.queues_[own_side], all.game_.dimensions.retry),
              out(all.queues_[1 - own_side], all.game_.dimensions.retry) {}

        std::size_t side;
        way<Queue> in;
        way<Queue> out;
        message_type own;
        std::uint64_t number = 0;
        std::uint64_t turns = 0;
        const char* error = nullptr;

        void pass(std::uint64_t next) {
            own.fill(next);
            out.push(own);
        }
        void take() {
            const std::uint64_t last = number;
            in.pop([this](const message_type& received) {
                number = received.number();
                if (!received.intact()) {
                    error = "a message arrived in another shape than it was sent";
                }
            });
            if (number != end_of_messages &&
                (number % 2 != side || (turns > 0 && number <= last))) {
                error = "a message arrived twice, or at the wrong side";
            }
        }
    };

    void take_turns(player& member, std::size_t self) {
        while (true) {
            member.take();
            if (member.number == end_of_messages) {
                return;
            }
            game_.moves.set(self, ++member.turns);
            if (member.error != nullptr || !game_.probe.keep_running(member.number)) {
                break;
            }
            member.pass(member.number + 1);
        }
        push_unmeasured(queues_[0], end_of_messages,
                        game_.dimensions.producers - (member.side == 0 ? 1 : 0));
        push_unmeasured(queues_[1], end_of_messages,
                        game_.dimensions.consumers - (member.side == 1 ? 1 : 0));
    }

    pingpong<Probe>& game_;
    Queue queues_[2]; ///< by the side that pops from it
};

/// The probe of a clock-pair run.
using observing_probe = measure::clock_pair_probe<clock::chosen_clock>;

template <class Queue, class Probe = measure::loop_probe>
std::unique_ptr<pingpong_players> make_pingpong(pingpong<Probe>& game) {
    return std::make_unique<pingpong_through<Queue, Probe>>(game);
}

/// One message goes to and fro between two groups of members, through a queue for each direction.
/// An operation is one hand-off, half a round trip. The message carries the number of hand-offs.
///
/// The member that has the message uses the probe, and each hand-off synchronizes with the next
/// member. The probe reads the clock before a push and after a pop, so no interval ends before its
/// start.
///
/// Self-checks: the message arrives intact, at the right side, with a higher number than before. If
/// it does not arrive, nothing moves any more, and that ends the program after some seconds.
struct pingpong_loop {
    shape dimensions;
    cpu::assignment assignment;
    group members;
    std::unique_ptr<pingpong_players> (*make)(pingpong<measure::loop_probe>&);
    std::chrono::nanoseconds check_interval = bench::check_interval;
    /// For clock-pair runs; null: the loop has none, and must not be called with this probe.
    std::unique_ptr<pingpong_players> (*make_observed)(pingpong<observing_probe>&) = nullptr;

    measure::loop_report operator()(measure::loop_probe& probe) const;
    measure::loop_report operator()(observing_probe& probe) const;

private:
    template <class Probe>
    measure::loop_report
    play(Probe& probe, std::unique_ptr<pingpong_players> (*make_players)(pingpong<Probe>&)) const;
};

} // namespace tollgate::queue_test
