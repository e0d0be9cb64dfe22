// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"
#include "headway.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tollgate::queue_test {

/// What the members of a ping-pong share, whichever queues it goes through.
struct pingpong {
    shape of;
    measure::turnstile& probe;
    headway moves; ///< producers, then consumers
};

/// The part of a ping-pong that depends on the queue. Within a member's part nothing is called
/// through it.
class pingpong_players {
public:
    virtual ~pingpong_players() = default;
    /// The side (0 or 1), which member of it; returns what was wrong, or null.
    virtual const char* play(std::size_t side, std::size_t self) = 0;
};

template <class Queue>
class pingpong_through final : public pingpong_players {
public:
    explicit pingpong_through(pingpong& game)
        : game_(game), queues_{Queue(game.of.capacity), Queue(game.of.capacity)} {}

    const char* play(std::size_t side, std::size_t self) override {
        const auto mine = std::make_unique<player>(*this, side);
        if (side == 1 && self == 0) {
            push_unmeasured(queues_[0], 0, 1);
        }
        take_turns(*mine, side * game_.of.producers + self);
        return mine->wrong;
    }

private:
    using message_type = typename Queue::message_type;

    struct player {
        player(pingpong_through& all, std::size_t at)
            : side(at),
              in(all.queues_[at], all.game_.of.retry),
              out(all.queues_[1 - at], all.game_.of.retry) {}

        std::size_t side;
        way<Queue> in;
        way<Queue> out;
        message_type own;
        std::uint64_t number = 0;
        std::uint64_t turns = 0;
        const char* wrong = nullptr;

        void pass(std::uint64_t next) {
            own.fill(next);
            out.push(own);
        }
        void take() {
            const std::uint64_t last = number;
            in.pop([this](const message_type& came) {
                number = came.number();
                if (!came.intact()) {
                    wrong = "a message arrived in another shape than it was sent";
                }
            });
            if (number != end_of_messages &&
                (number % 2 != side || (turns > 0 && number <= last))) {
                wrong = "a message arrived twice, or at the wrong side";
            }
        }
    };

    void take_turns(player& mine, std::size_t self) {
        while (true) {
            mine.take();
            if (mine.number == end_of_messages) {
                return;
            }
            game_.moves.set(self, ++mine.turns);
            if (mine.wrong != nullptr || !game_.probe.turn(mine.number)) {
                break;
            }
            mine.pass(mine.number + 1);
        }
        push_unmeasured(queues_[0], end_of_messages, game_.of.producers - (mine.side == 0 ? 1 : 0));
        push_unmeasured(queues_[1], end_of_messages, game_.of.consumers - (mine.side == 1 ? 1 : 0));
    }

    pingpong& game_;
    Queue queues_[2]; ///< the one that a side pops from
};

template <class Queue>
std::unique_ptr<pingpong_players> make_pingpong(pingpong& game) {
    return std::make_unique<pingpong_through<Queue>>(game);
}

/// One message goes to and fro between two groups of members, through a queue in either direction:
/// an operation is one hand-off, half a round trip. The message carries how many there have been.
///
/// Who holds the message owns the probe, and every hand-off synchronizes with the next holder. The
/// stamps that the probe takes lie before the push and after the pop, so that no interval can end
/// before it began.
///
/// Proofs: the message arrives intact, at the side whose turn it is, later than the one before it.
/// If it does not arrive at all, nothing moves any more, which ends the program after some seconds.
struct pingpong_loop {
    shape of;
    cpu::assignment where;
    crew members;
    std::unique_ptr<pingpong_players> (*make)(pingpong&); ///< make_pingpong<Queue>
    std::chrono::nanoseconds look_every = bench::between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::queue_test
