// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::faults {

/// Compares what a program lists with a file of listings, so that no name, no order, no reference
/// and no reason changes unseen. The file has a listing for each of several machines and command
/// lines:
///
///     == 1x2x1 --placement same,core          sockets, cores of each, hardware threads of each
///     == 1x2x1 unpinned                       where no thread can choose its CPU
///     == 1x2x1 unrelated                      where it is not known how the CPUs relate
///
/// and under it a line for each case, with what the plan needs to know of it, and one, that begins
/// with `-`, for each that is not available there.
///
/// `there_is` says whether this build has what a case needs; lines of others are passed over.
/// Returns the first line in which each listing differs; empty if none does.
[[nodiscard]] std::vector<std::string>
changed_listings(const cli::program& what, const std::filesystem::path& file,
                 const std::function<bool(const measure::case_key&)>& there_is);

/// Writes the file anew with the listings of today under the same headings.
void accept_listings(const cli::program& what, const std::filesystem::path& file);

/// Of the cases that can be measured, in their order.
inline std::vector<std::string> names_of(const cli::case_list& list) {
    std::vector<std::string> all;
    all.reserve(list.cases.size());
    for (const measure::measured_case& one : list.cases) {
        all.push_back(one.key.name());
    }
    return all;
}

} // namespace tollgate::faults
