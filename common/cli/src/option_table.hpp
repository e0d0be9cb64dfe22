// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <boost/program_options/options_description.hpp>

namespace tollgate::cli {

/// The options that help shows. Where their values go is in `chosen`; both arguments outlive the
/// result.
[[nodiscard]] boost::program_options::options_description shown_options(const program& what,
                                                                        options& chosen);

/// And the positional ones, which have names too, and what programs start each other with.
[[nodiscard]] boost::program_options::options_description all_options(const program& what,
                                                                      options& chosen);

} // namespace tollgate::cli
