// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/version_line.hpp>

#include "version.hpp"

namespace tollgate::cli {

std::string version_line(const std::string& program) {
    return program + " (tollgate) " + version + "\n";
}

} // namespace tollgate::cli
