// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace tollgate::cost_sheet {

/// A number with the digits that its uncertainty leaves it: a step of the last one is no more than
/// a third of the uncertainty, and no less than a thirtieth. 75342 ± 3800 is "75000", 1.0523 ± 0.02
/// is "1.052". At most `most` decimals.
/// Always a decimal point, whatever the locale. Pure.
[[nodiscard]] std::string resolved(double value, double uncertainty, int most);

} // namespace tollgate::cost_sheet
