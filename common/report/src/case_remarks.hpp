// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

/// What there is to say of single cases: a slope that disagrees, events that were repeated or
/// early, samples off the scale, and by what a value was divided.
[[nodiscard]] std::vector<std::string> case_remarks(const std::vector<measure::case_result>& cases);

} // namespace tollgate::report
