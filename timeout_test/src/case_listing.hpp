// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace tollgate::timeout_test {

/// The cases of a run while they are listed.
class case_listing {
public:
    case_listing(const cli::options& options, const cpu::topology& cpus)
        : chosen(options), machine(cpus) {}

    const cli::options& chosen;
    const cpu::topology& machine;

    void add(measure::measured_case made, std::string compared_with) {
        made.compared_with = std::move(compared_with);
        list_.cases.push_back(std::move(made));
    }

    void refuse(const std::string& name, const std::string& reason) {
        const auto said = [&](const report::unavailable_case& one) { return one.name == name; };
        if (std::none_of(list_.unavailable.begin(), list_.unavailable.end(), said)) {
            list_.unavailable.push_back({name, reason});
        }
    }

    void note(std::string text) { list_.notes.push_back(std::move(text)); }

    [[nodiscard]] cli::case_list take() && { return std::move(list_); }

private:
    cli::case_list list_;
};

void add_receives_between_fibers(case_listing& to);
void add_receives_between_threads(case_listing& to);
void add_late_ones(case_listing& to);
void add_armed(case_listing& to);

} // namespace tollgate::timeout_test
