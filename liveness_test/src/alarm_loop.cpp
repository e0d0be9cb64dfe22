// SPDX-License-Identifier: BSL-1.0
#include "alarm_loop.hpp"

#include "subjects.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/run_crew.hpp>
#include <tollgate/sleep/relax.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <vector>

namespace tollgate::liveness_test {

liveness::settings noting_alarms(liveness::settings how, std::vector<std::string>& all) {
    constexpr std::size_t most = 100;
    how.sinks.emplace_back([&all](const liveness::event& report) {
        if (report.what == liveness::event::kind::frozen && all.size() < most) {
            all.push_back(fmt::format("a false alarm: {} silent for {:.1f} ms", report.name,
                                      static_cast<double>(report.silent_for.count()) / 1e6));
        }
    });
    return how;
}

namespace {

constexpr std::chrono::microseconds small_piece{100};
constexpr std::uint64_t pieces_between_rests = 10;

struct worked {
    std::int64_t longest = 0;
    std::uint64_t checkpoints = 0;
};

void spin_until(std::chrono::steady_clock::time_point end) {
    while (std::chrono::steady_clock::now() < end) {
        sleep::relax();
    }
}

worked work_until(std::chrono::steady_clock::time_point end, liveness::registry& in,
                  const stamps& stamp) {
    worked all;
    const liveness::watched_scope scope(in, scope_name, first_checkpoint);
    std::int64_t last = stamp.begin();
    while (std::chrono::steady_clock::now() < end) {
        spin_until(std::chrono::steady_clock::now() + small_piece);
        liveness::checkpoint(next_checkpoint);
        ++all.checkpoints;
        all.longest = std::max(all.longest, stamp.end() - last);
        last = stamp.begin();
        if (all.checkpoints % pieces_between_rests == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return all;
}

} // namespace

window_of_load load_for(const crowd_of_threads& who, liveness::registry& in, const stamps& stamp) {
    std::vector<worked> seen(who.workers);
    std::vector<measure::crew_member> members;
    for (worked& mine : seen) {
        members.emplace_back().work = [&](measure::loop_member& /*none*/) {
            mine = work_until(std::chrono::steady_clock::now() + who.lasts, in, stamp);
        };
    }
    for (std::size_t i = 0; i < who.spinners; ++i) {
        members.emplace_back().work = [&](measure::loop_member& /*none*/) {
            spin_until(std::chrono::steady_clock::now() + who.lasts);
        };
    }
    window_of_load window;
    window.report = measure::run_crew(members);
    window.least_checkpoints = std::numeric_limits<std::uint64_t>::max();
    for (const worked& one : seen) {
        window.longest = std::max(window.longest, one.longest);
        window.least_checkpoints = std::min(window.least_checkpoints, one.checkpoints);
    }
    return window;
}

} // namespace tollgate::liveness_test
