// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/build_facts.hpp>
#include <tollgate/measure/machine_files.hpp>
#include <tollgate/report/context.hpp>

#include <string>
#include <vector>

namespace tollgate::cli {

/// Says where and by what this run is made. What cannot be found out stays empty.
[[nodiscard]] report::context context_of(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         const cpu::topology& machine,
                                         const measure::machine_files& files,
                                         const measure::build_facts& build);

} // namespace tollgate::cli
