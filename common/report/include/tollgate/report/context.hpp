// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tollgate::report {

/// Where, when and by what a result was measured.
struct context {
    std::string program;
    std::string version;
    std::string date; ///< local time with offset, RFC 3339
    std::string host_name;
    std::string executable;
    std::vector<std::string> arguments;
    int cpus = 0; ///< that may be used
    std::string cpu_model;
    std::string topology;
    std::string kernel;
    std::string compiler;
    bool release_build = true;
    int mhz_per_cpu = 0; ///< metadata only; 0: not known
    std::optional<bool> cpu_scaling_enabled;
    std::optional<bool> aslr_enabled;
    std::vector<double> load_average;
};

} // namespace tollgate::report
