// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

namespace tollgate::cli {

/// Two runs on one machine as one. A case that is in both has the passes of both, and those of the
/// further run come after those of the first. The conclusions are drawn anew.
[[nodiscard]] report::result appended(report::result first, report::result more);

} // namespace tollgate::cli
