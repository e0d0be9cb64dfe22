// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace tollgate::cli {

/// "testFiber (tollgate) 0.1.0\n", for --version.
[[nodiscard]] std::string version_line(const std::string& program);

} // namespace tollgate::cli
