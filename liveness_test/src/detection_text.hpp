// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::liveness_test {

/// How many freezes were reported within two periods of their timeout, a line for each case of
/// them; empty without any.
[[nodiscard]] std::string detection_text(const report::result& seen);

} // namespace tollgate::liveness_test
