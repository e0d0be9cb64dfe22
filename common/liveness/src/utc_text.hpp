// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <string>

namespace tollgate::liveness::detail {

/// "2021-12-09 23:29:36.201542", of UTC, whatever locale and time zone are set.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point when);

} // namespace tollgate::liveness::detail
