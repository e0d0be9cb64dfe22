// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

#include <string>
#include <vector>

namespace tollgate::cli::made_up {

/// A case whose every operation takes 10 ns and every reading 5 ns, by a clock of its own: it does
/// nothing, so that it takes no time. With `failure` each batch fails that proof.
[[nodiscard]] measure::measured_case steady_case(const std::string& name,
                                                 const std::string& failure = {});

/// "testNothing", with the cases nothing/first, nothing/second and nothing/third, of which the last
/// is not available. Its option --conduct says what it does:
///     good             measures
///     wrong            the second case fails a proof
///     slow             the second case takes 30 ns, and 10 ns under the intervention delay=none
///     placed           there is nothing/pinned/placement:free, too
///     named            there is nothing/pinned/impl:wrong, too
///     refuses          the machine does not let it list its cases
///     only_in_parent   in the process of a pass, the machine refuses
///     killed_in_third  the process of the third pass is killed; a file in this folder counts them
///     wrong_in_child   in the process of a pass, a proof fails, behind a warning
///     silent_in_child  in the process of a pass, it ends with exit code 1 without a word
[[nodiscard]] program describe();

/// Whether this process is one that `run_program` started for a pass.
[[nodiscard]] bool is_child();

/// describe(), or another program, run with these arguments, as from main. The processes of passes
/// always are describe().
int run(const std::vector<std::string>& arguments, const program& what = describe());

/// Arguments of the shortest run that still concludes something, in this process unless there are
/// `--passes` in `more`, and then that.
[[nodiscard]] std::vector<std::string> briefly(const std::vector<std::string>& more = {});

} // namespace tollgate::cli::made_up
