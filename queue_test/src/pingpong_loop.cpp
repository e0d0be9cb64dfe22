// SPDX-License-Identifier: BSL-1.0
#include "pingpong_loop.hpp"

#include <vector>

namespace tollgate::queue_test {

measure::loop_report pingpong_loop::operator()(measure::loop_probe& probe) const {
    return play(probe, make);
}

measure::loop_report pingpong_loop::operator()(observing_probe& probe) const {
    return play(probe, make_observed);
}

template <class Probe>
measure::loop_report
pingpong_loop::play(Probe& probe,
                    std::unique_ptr<pingpong_players> (*make_players)(pingpong<Probe>&)) const {
    pingpong<Probe> game{dimensions, probe, headway(dimensions.members())};
    const std::unique_ptr<pingpong_players> players = make_players(game);
    std::vector<job> jobs;
    const auto add = [&](std::size_t side, std::size_t self) {
        jobs.push_back({[&players, side, self](measure::loop_member& member) {
                            if (const char* const error = players->play(side, self)) {
                                member.report.failures.emplace_back(error);
                            }
                        },
                        2 * self + side});
    };
    for (std::size_t i = 0; i < dimensions.producers; ++i) {
        add(0, i);
    }
    for (std::size_t i = 0; i < dimensions.consumers; ++i) {
        add(1, i);
    }
    bench::standstill nothing_moves;
    measure::loop_report report = members.run(
        assignment, jobs, {check_interval, [&] { nothing_moves.observe(game.moves.sum()); }});
    report.probe_calls = {game.moves.sum(0, dimensions.producers),
                          game.moves.sum(dimensions.producers, dimensions.members())};
    return report;
}

} // namespace tollgate::queue_test
