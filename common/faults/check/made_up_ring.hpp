// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_turns.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstddef>

namespace tollgate::faults {

/// A ring with nothing to switch between: one loop has all the turns.
struct made_up_ring {
    std::size_t members;
    mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        wrong_turns turns(probe, stamps, members, made);
        for (std::size_t self = 0; turns.take(self); self = (self + 1) % members) {
        }
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }
};

inline constexpr std::size_t ring_members = 3;

inline measure::measured_case ring_with(mistake made) {
    return make_wrong_case("made_up/ring", "one turn", ring_members, 1,
                           made_up_ring{ring_members, made});
}

} // namespace tollgate::faults
