// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

namespace tollgate::measure {

/// Each of its figures to ten digits. Pure.
[[nodiscard]] case_summary in_ten_digits(case_summary of);

} // namespace tollgate::measure
