// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/mistake.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::faults {

/// A ring whose members are rows of a table: with every mistake a program's wrong ring has, and
/// nothing to switch between.
struct made_up_ring {
    std::size_t members;
    mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        measure::loop_report report;
        report.turns.assign(members, 0);
        std::vector<std::int64_t> stamp(members, 0);
        std::uint64_t done = 0;
        std::size_t self = 0;
        bool again = false;
        while (true) {
            stamps.use(stamp[self]);
            if (made != mistake::lost_turn || done != members) {
                ++report.turns[self];
            }
            if (!probe.turn(done)) {
                return report;
            }
            ++done;
            again = made == mistake::uneven_turns && self == 0 && !again;
            if (!again) {
                stamp[self] = stamps.take();
                self = (self + 1) % members;
            }
        }
    }
};

} // namespace tollgate::faults
