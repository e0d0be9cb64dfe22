// SPDX-License-Identifier: BSL-1.0
#include "scan_loop.hpp"

#include <tollgate/measure/thread_meter.hpp>

#include <cstdint>

namespace tollgate::liveness_test {
namespace {

/// Looks between two turns, so that a turn costs little of them.
std::uint64_t block_for(std::size_t records) {
    return records < 64 ? 8 : 1;
}

} // namespace

measure::loop_report scan_loop::operator()(measure::turnstile& probe) const {
    if (!*crowd) {
        crowd->emplace(records);
    }
    watched_crowd& all = **crowd;
    const std::uint64_t block = block_for(records);
    const bool moves = what == since_last_look::checkpoint;
    all.forget();
    measure::loop_report report;
    std::uint64_t done = 0;
    const measure::thread_meter meter;
    while (probe.turn(done)) {
        for (std::uint64_t each = 0; each < block; ++each) {
            if (moves) {
                all.pass();
            }
            all.look();
        }
        ++done;
    }
    meter.add_to(report);
    report.turns = {done + 1};
    report.units_per_operation = static_cast<double>(block);
    if (const char* const wrong = all.wrong(done * block)) {
        report.failures.emplace_back(wrong);
    }
    return report;
}

} // namespace tollgate::liveness_test
