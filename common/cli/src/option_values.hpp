// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <boost/program_options/variables_map.hpp>

namespace tollgate::cli {

/// Turns the texts that were given into checked values. Throws usage_error.
void read_option_values(const program& what, const boost::program_options::variables_map& given,
                        options& chosen);

} // namespace tollgate::cli
