// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::liveness_test {

/// The benchmarks of the thread liveness monitor that this one goes back to, in its shape: what was
/// measured of them on this machine. Empty if nothing was.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

} // namespace tollgate::liveness_test
