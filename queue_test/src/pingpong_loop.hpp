// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crew.hpp"
#include "end_of_messages.hpp"
#include "shape.hpp"
#include "stall.hpp"
#include "way.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::queue_test {

/// One message goes to and fro between two groups of members, through a queue in either direction:
/// an operation is one hand-off, half a round trip. The message carries how many there have been.
///
/// Who holds the message owns the probe, and every hand-off synchronizes with the next holder. The
/// stamps that the probe takes lie before the push and after the pop, so that no interval can end
/// before it began.
///
/// Proofs: the message arrives intact, at the side whose turn it is, later than the one before it.
/// If it does not arrive at all, nothing moves any more, which is noticed after some seconds.
template <class Queue, class Crew>
struct pingpong_loop {
    shape of;
    cpu::assignment where;
    std::chrono::nanoseconds look_every = between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const {
        const auto game = std::make_unique<state>(probe, of);
        std::vector<job> jobs;
        for (std::size_t i = 0; i < of.producers; ++i) {
            jobs.push_back({[&, i](auto& self) { play<0>(*game, i, self); }, 2 * i});
        }
        for (std::size_t i = 0; i < of.consumers; ++i) {
            jobs.push_back({[&, i](auto& self) { play<1>(*game, i, self); }, 2 * i + 1});
        }
        stall nothing_moves(game->moves, look_every);
        measure::loop_report report = Crew::run(
            where, jobs, {look_every, [&] { nothing_moves.look([&] { end_all(*game); }); }});
        report.turns = {game->moves.sum(0, of.producers),
                        game->moves.sum(of.producers, of.members())};
        if (nothing_moves.happened()) {
            report.failures.emplace_back("a message was lost, or nobody was woken for it: nothing "
                                         "moved for seconds");
        }
        return report;
    }

private:
    using message_type = typename Queue::message_type;

    struct state {
        state(measure::turnstile& one, const shape& of)
            : probe(one), queues{Queue(of.capacity), Queue(of.capacity)}, moves(of.members()) {}

        measure::turnstile& probe;
        Queue queues[2]; ///< the one that a side pops from
        headway moves;
    };

    /// What a member knows of its own.
    template <std::size_t Side>
    struct player {
        explicit player(state& game) : in(game.queues[Side]), out(game.queues[1 - Side]) {}

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
                (number % 2 != Side || (turns > 0 && number <= last))) {
                wrong = "a message arrived twice, or at the wrong side";
            }
        }
    };

    template <std::size_t Side>
    void play(state& game, std::size_t self, measure::loop_member& member) const {
        const auto mine = std::make_unique<player<Side>>(game);
        if (Side == 1 && self == 0) {
            mine->pass(0);
        }
        take_turns(game, *mine, Side * of.producers + self);
        if (mine->wrong != nullptr) {
            member.own.failures.emplace_back(mine->wrong);
        }
    }

    template <std::size_t Side>
    void take_turns(state& game, player<Side>& mine, std::size_t self) const {
        while (true) {
            mine.take();
            if (mine.number == end_of_messages) {
                return;
            }
            game.moves.set(self, ++mine.turns);
            if (mine.wrong != nullptr || !game.probe.turn(mine.number)) {
                break;
            }
            mine.pass(mine.number + 1);
        }
        const std::size_t others[2] = {of.producers - (Side == 0 ? 1 : 0),
                                       of.consumers - (Side == 1 ? 1 : 0)};
        end(game.queues[0], others[0]);
        end(game.queues[1], others[1]);
    }

    /// One more than there are members: where a wake-up was lost for good, it takes its place.
    void end_all(state& game) const {
        end(game.queues[0], of.producers + 1);
        end(game.queues[1], of.consumers + 1);
    }

    static void end(Queue& queue, std::size_t members) {
        const auto last = std::make_unique<message_type>();
        last->fill(end_of_messages);
        way<Queue> to(queue);
        for (std::size_t i = 0; i < members; ++i) {
            to.push(*last);
        }
    }
};

} // namespace tollgate::queue_test
