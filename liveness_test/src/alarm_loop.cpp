// SPDX-License-Identifier: BSL-1.0
#include "alarm_loop.hpp"

#include "subjects.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/sleep/relax.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <vector>

namespace tollgate::liveness_test {

liveness::settings noting_alarms(liveness::settings options, std::vector<std::string>& all) {
    constexpr std::size_t most = 100;
    options.sinks.emplace_back([&all](const liveness::event& report) {
        if (report.type == liveness::event::kind::frozen && all.size() < most) {
            all.push_back(fmt::format("a false alarm: {} silent for {:.1f} ms", report.name,
                                      static_cast<double>(report.silent_for.count()) / 1e6));
        }
    });
    return options;
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

worked work_until(std::chrono::steady_clock::time_point end, liveness::registry& watcher,
                  const stamps& stamp) {
    worked totals;
    const liveness::watched_scope scope(watcher, scope_name, first_checkpoint);
    std::int64_t last = stamp.begin();
    while (std::chrono::steady_clock::now() < end) {
        spin_until(std::chrono::steady_clock::now() + small_piece);
        liveness::checkpoint(next_checkpoint);
        ++totals.checkpoints;
        totals.longest = std::max(totals.longest, stamp.end() - last);
        last = stamp.begin();
        if (totals.checkpoints % pieces_between_rests == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return totals;
}

} // namespace

window_of_load run_load(const thread_load& load, liveness::registry& watcher, const stamps& stamp) {
    std::vector<worked> results(load.workers);
    std::vector<measure::group_member> members;
    for (worked& result : results) {
        members.emplace_back().work = [&](measure::loop_member& /*none*/) {
            result = work_until(std::chrono::steady_clock::now() + load.lasts, watcher, stamp);
        };
    }
    for (std::size_t i = 0; i < load.spinners; ++i) {
        members.emplace_back().work = [&](measure::loop_member& /*none*/) {
            spin_until(std::chrono::steady_clock::now() + load.lasts);
        };
    }
    window_of_load window;
    window.report = measure::run_thread_group(members);
    window.least_checkpoints = std::numeric_limits<std::uint64_t>::max();
    for (const worked& result : results) {
        window.longest = std::max(window.longest, result.longest);
        window.least_checkpoints = std::min(window.least_checkpoints, result.checkpoints);
    }
    return window;
}

} // namespace tollgate::liveness_test
