// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "stall.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <array>
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

/// The part of a ping-pong that depends on the queue: two queues, and what members do with them.
/// Function pointers, because std::function takes the compiler long for every queue and message;
/// within a member's part nothing is called through one.
struct pingpong_parts {
    std::unique_ptr<void, void (*)(void*)> players;
    /// The side (0 or 1), which member of it; returns what was wrong, or null.
    const char* (*play)(void* players, std::size_t side, std::size_t self);
    /// Tells the members of either side to end.
    void (*end)(void* players, std::size_t producers, std::size_t consumers);
    bool ends_from_outside; ///< `end` may be called by any thread
};

template <class Queue>
class pingpong_players {
public:
    explicit pingpong_players(pingpong& game)
        : game_(game), queues_{Queue(game.of.capacity), Queue(game.of.capacity)} {}

    const char* play(std::size_t side, std::size_t self) {
        const auto mine = std::make_unique<player>(*this, side);
        if (side == 1 && self == 0) {
            push_unmeasured(queues_[0], 0, 1);
        }
        take_turns(*mine, side * game_.of.producers + self);
        return mine->wrong;
    }

    void end(std::size_t producers, std::size_t consumers) {
        push_unmeasured(queues_[0], end_of_messages, producers);
        push_unmeasured(queues_[1], end_of_messages, consumers);
    }

private:
    using message_type = typename Queue::message_type;

    struct player {
        player(pingpong_players& all, std::size_t at)
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
        end(game_.of.producers - (mine.side == 0 ? 1 : 0),
            game_.of.consumers - (mine.side == 1 ? 1 : 0));
    }

    pingpong& game_;
    Queue queues_[2]; ///< the one that a side pops from
};

template <class Queue>
pingpong_parts make_pingpong_parts(pingpong& game) {
    using players = pingpong_players<Queue>;
    return {{new players(game), [](void* all) { delete static_cast<players*>(all); }},
            [](void* all, std::size_t side, std::size_t self) {
                return static_cast<players*>(all)->play(side, self);
            },
            [](void* all, std::size_t producers, std::size_t consumers) {
                static_cast<players*>(all)->end(producers, consumers);
            },
            is_for_any_thread<Queue>};
}

/// One message goes to and fro between two groups of members, through a queue in either direction:
/// an operation is one hand-off, half a round trip. The message carries how many there have been.
///
/// Who holds the message owns the probe, and every hand-off synchronizes with the next holder. The
/// stamps that the probe takes lie before the push and after the pop, so that no interval can end
/// before it began.
///
/// Proofs: the message arrives intact, at the side whose turn it is, later than the one before it.
/// If it does not arrive at all, nothing moves any more, which is noticed after some seconds.
struct pingpong_loop {
    shape of;
    cpu::assignment where;
    crew members;
    pingpong_parts (*make_parts)(pingpong&); ///< make_pingpong_parts<Queue>
    std::chrono::nanoseconds look_every = between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::queue_test
