// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <boost/program_options/variables_map.hpp>

#include <optional>
#include <string>

namespace tollgate::cli {

using given_values = boost::program_options::variables_map;

[[nodiscard]] inline std::optional<std::string> given_text(const given_values& given,
                                                           const std::string& name) {
    return given.count(name) == 0 ? std::nullopt : std::optional(given[name].as<std::string>());
}

/// Turns the texts that were given into checked values. Throws usage_error.
void read_option_values(const program& what, const given_values& given, options& chosen);

/// The part of it that reads the program's axes and the sweep over one of them.
void read_axes(const program& what, const given_values& given, options& chosen);

} // namespace tollgate::cli
