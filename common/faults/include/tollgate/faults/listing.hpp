// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tollgate::faults {

/// The names of a program's cases on two machines: 1x2x1 has two CPUs, 2x4x2 two sockets of four
/// cores with two hardware threads each. A line each, which says so if one of the machines alone
/// has the case. Result files and comparisons depend on these names, so a file keeps them.
[[nodiscard]] std::vector<std::string> listing_of(const cli::program& program);

[[nodiscard]] std::vector<std::string> read_listing(const std::filesystem::path& file);
void write_listing(const std::filesystem::path& file, const std::vector<std::string>& lines);

/// Of the cases that can be measured, in their order.
inline std::vector<std::string> names_of(const run::case_list& list) {
    std::vector<std::string> all;
    all.reserve(list.cases.size());
    for (const measure::measured_case& one : list.cases) {
        all.push_back(one.key.name());
    }
    return all;
}

} // namespace tollgate::faults
