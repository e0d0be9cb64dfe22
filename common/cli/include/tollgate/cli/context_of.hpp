// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::cli {

/// Says where and by what this run is made. What cannot be found out stays empty.
[[nodiscard]] report::context context_of(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         const cpu::topology& machine,
                                         const environment::machine_files& files,
                                         const environment::build_facts& build);

/// "testFiber (tollgate) 0.1.0\n", for --version.
[[nodiscard]] std::string version_line(const std::string& program);

} // namespace tollgate::cli
