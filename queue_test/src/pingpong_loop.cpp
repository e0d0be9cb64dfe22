// SPDX-License-Identifier: BSL-1.0
#include "pingpong_loop.hpp"

#include <vector>

namespace tollgate::queue_test {

measure::loop_report pingpong_loop::operator()(measure::turnstile& probe) const {
    pingpong game{of, probe, headway(of.members())};
    const std::unique_ptr<pingpong_players> players = make(game);
    std::vector<job> jobs;
    const auto add = [&](std::size_t side, std::size_t self) {
        jobs.push_back({[&players, side, self](measure::loop_member& member) {
                            if (const char* const wrong = players->play(side, self)) {
                                member.own.failures.emplace_back(wrong);
                            }
                        },
                        2 * self + side});
    };
    for (std::size_t i = 0; i < of.producers; ++i) {
        add(0, i);
    }
    for (std::size_t i = 0; i < of.consumers; ++i) {
        add(1, i);
    }
    bench::standstill nothing_moves;
    measure::loop_report report =
        members.run(where, jobs, {look_every, [&] { nothing_moves.look(game.moves.sum()); }});
    report.turns = {game.moves.sum(0, of.producers), game.moves.sum(of.producers, of.members())};
    return report;
}

} // namespace tollgate::queue_test
