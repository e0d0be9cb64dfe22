// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "block_loop.hpp"

#include <tollgate/cancel/policy.hpp>
#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <array>
#include <string>
#include <utility>

namespace tollgate::cancel_test {

inline constexpr std::array all_policies{cancel::policy::symmetric, cancel::policy::asymmetric,
                                         cancel::policy::adaptive};

/// The cases of a run while they are listed.
struct listing {
    const cli::options& chosen;
    const cpu::topology& machine;
    cli::case_list list;

    void add(measure::measured_case made, std::string compared_with) {
        made.compared_with = std::move(compared_with);
        list.cases.push_back(std::move(made));
    }

    /// A subject in a loop.
    template <class Subject>
    void add_block(std::string name, std::string unit, const std::string& compared_with,
                   cancel::policy how = cancel::policy::adaptive) {
        add(measure::make_case(std::move(name), std::move(unit), 1, 1, block_loop<Subject>{how}),
            compared_with);
    }
};

void add_costs_of_tokens(listing& to);
void add_cancellations(listing& to);
void add_returns(listing& to);

} // namespace tollgate::cancel_test
