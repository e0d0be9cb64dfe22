// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

namespace tollgate::cli {

/// Two runs of one machine as one. Some of their cases are the same, and have the passes of both:
/// those of the further run come after those of the first. Concluded anew.
[[nodiscard]] report::result appended(report::result first, report::result more);

} // namespace tollgate::cli
