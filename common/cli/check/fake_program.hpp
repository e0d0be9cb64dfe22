// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

#include <string>
#include <vector>

namespace tollgate::cli::fake {

/// A case that does nothing. By its fake clock each operation takes 10 ns and each reading 5 ns.
/// With `failure` each batch fails its self-check with this text.
[[nodiscard]] measure::measured_case steady_case(const std::string& name,
                                                 const std::string& failure = {});

/// "testNothing", with the cases nothing/first and nothing/second, and nothing/third, which is not
/// available. Values of its option --conduct:
///     good             measures
///     wrong            the second case fails a self-check
///     slow             the second case takes 30 ns, and 10 ns under the intervention delay=none
///     placed           there is nothing/pinned/placement:free, too
///     named            there is nothing/pinned/impl:wrong, too
///     refuses          the machine does not let it list its cases
///     only_in_parent   in the process of a pass, the machine refuses
///     killed_in_third  the process of the third pass is killed; a file in this folder counts them
///     wrong_in_child   in the process of a pass, a self-check fails after a warning
///     silent_in_child  in the process of a pass, it ends with exit code 1 and no message
[[nodiscard]] program describe();

/// Whether `run_program` started this process for a pass.
[[nodiscard]] bool is_child();

/// Runs describe() or another program with these arguments, as from main. The processes of passes
/// always run describe().
int run(const std::vector<std::string>& arguments, const program& description = describe());

/// Arguments of the shortest run with a result, followed by `more`. All is done in this process,
/// unless `more` has `--passes`.
[[nodiscard]] std::vector<std::string> briefly(const std::vector<std::string>& more = {});

} // namespace tollgate::cli::fake
