// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "block_loop.hpp"
#include "setup.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <utility>

namespace tollgate::liveness_test {

/// The cases of a run while they are listed.
struct case_listing {
    const cli::options& chosen;
    const cpu::topology& machine;
    cli::case_list list;

    void add(measure::measured_case made, std::string compared_with) {
        made.compared_with = std::move(compared_with);
        list.cases.push_back(std::move(made));
    }

    /// A subject in a loop.
    template <class Subject, std::uint64_t Block = 64>
    void add_block(std::string name, std::string unit, const std::string& compared_with,
                   const setup& how = {}) {
        add(measure::make_case(std::move(name), std::move(unit), 1, 1,
                               block_loop<Subject, Block>{how}),
            compared_with);
    }
};

void add_clocks(case_listing& to);
void add_checkpoints(case_listing& to);
void add_registrations(case_listing& to);
void add_scopes(case_listing& to);
void add_full_cycles(case_listing& to);
void add_scans(case_listing& to);
void add_detections(case_listing& to);
void add_false_alarms(case_listing& to);

} // namespace tollgate::liveness_test
