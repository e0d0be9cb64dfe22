// SPDX-License-Identifier: BSL-1.0
#include "pingpong_loop.hpp"

#include <vector>

namespace tollgate::queue_test {

measure::loop_report pingpong_loop::operator()(measure::turnstile& probe) const {
    pingpong game{of, probe, headway(of.members())};
    const pingpong_parts parts = make_parts(game);
    const auto play = [&](std::size_t side, std::size_t self) {
        return [&parts, side, self](measure::loop_member& member) {
            if (const char* const wrong = parts.play(parts.players.get(), side, self)) {
                member.own.failures.emplace_back(wrong);
            }
        };
    };
    std::vector<job> jobs;
    for (std::size_t i = 0; i < of.producers; ++i) {
        jobs.push_back({play(0, i), 2 * i});
    }
    for (std::size_t i = 0; i < of.consumers; ++i) {
        jobs.push_back({play(1, i), 2 * i + 1});
    }
    stall nothing_moves(game.moves, look_every);
    // One more than there are members: where a wake-up was lost for good, it takes its place.
    const auto end_all = [&] {
        if (parts.ends_from_outside) {
            parts.end(parts.players.get(), of.producers + 1, of.consumers + 1);
        }
    };
    measure::loop_report report =
        members.run(where, jobs, {look_every, [&] { nothing_moves.look(end_all); }});
    report.turns = {game.moves.sum(0, of.producers), game.moves.sum(of.producers, of.members())};
    if (nothing_moves.happened()) {
        report.failures.emplace_back("a message was lost, or nobody was woken for it: nothing "
                                     "moved for seconds");
    }
    return report;
}

} // namespace tollgate::queue_test
