// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::cli {

/// Collects the facts about this run for its result: the machine, the build and the command line.
///
///     const report::context context =
///         cli::context_of("testFiber", {"--quick"}, cpu::read_topology(),
///                         environment::machine_files{}, environment::build_facts{});
///
/// If a fact cannot be found, its member of the result stays empty.
[[nodiscard]] report::context context_of(const std::string& program,
                                         const std::vector<std::string>& arguments,
                                         const cpu::topology& machine,
                                         const environment::machine_files& files,
                                         const environment::build_facts& build);

/// Returns the text of --version: "testFiber (tollgate) 0.1.0\n".
[[nodiscard]] std::string version_line(const std::string& program);

} // namespace tollgate::cli
