// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <optional>
#include <vector>

namespace tollgate::cli {

/// A case, and all cases of the program that are there with it.
struct found_case {
    measure::measured_case one;
    std::vector<measure::measured_case> all;
};

/// The case that is to be explained. Its name is enough to have it in the list: a number in it is
/// used for an option that the user did not give. Throws usage_error if there is no such case,
/// machine_refused if it cannot be measured here.
[[nodiscard]] found_case find_case(const program& what, const options& chosen,
                                   const cpu::topology& machine);

/// The same case on a machine with one CPU, if it is there.
[[nodiscard]] std::optional<measure::measured_case> case_on(int cpu, const measure::case_key& key,
                                                            const program& what,
                                                            const options& chosen,
                                                            const cpu::topology& machine);

} // namespace tollgate::cli
