// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "choice.hpp"
#include "listing_cases.hpp"

#include <utility>

namespace tollgate::liveness_test {

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    case_listing to{chosen, machine, {}};
    if (chosen.sweep_axis == threads_axis().name) {
        add_checkpoints(to);
    } else if (chosen.sweep_axis == records_axis().name) {
        add_scans(to);
    } else {
        add_clocks(to);
        add_checkpoints(to);
        add_scopes(to);
        add_registrations(to);
        add_full_cycles(to);
        add_scans(to);
        add_detections(to);
        add_false_alarms(to);
    }
    return std::move(to.list);
}

} // namespace tollgate::liveness_test
