// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../sheet.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// One of its files was measured in a virtual machine.
[[nodiscard]] bool is_guest(const sheet& all);

/// What a reader of the figures must know first, at most three lines: runs that are partial or have
/// too few passes, CPUs that the host moved, then what is bad in the environment before what is
/// unknown, and what can be helped, with the command, before what cannot. Printable. Pure.
[[nodiscard]] std::vector<std::string> about_runs(const sheet& all);

} // namespace tollgate::cost_sheet
