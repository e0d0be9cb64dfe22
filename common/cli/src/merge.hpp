// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::cli {

/// One result from those of several processes that measured the same cases: rounds side by side,
/// each marked with its process, histograms added up. Clock, environment and classical run are the
/// first one's, but for the L1 miss, which is the least of all. Whatever went wrong in one went
/// wrong in all. `parts` is not empty. Pure.
[[nodiscard]] report::result merge(std::vector<report::result> parts);

/// Appends those lines that are not there yet. Pure.
void add_new(std::vector<std::string>& to, const std::vector<std::string>& from);

} // namespace tollgate::cli
