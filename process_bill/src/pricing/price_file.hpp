// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "prices.hpp"

#include <tollgate/report/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tollgate::bill {

/// The prices from a result file, and whether they are those of this machine.
struct read_prices {
    price_list prices;
    std::string origin; ///< "prices of 2026-11-30, this machine", or why there are none
    /// Sentences: in what the machine of the file differs from this one.
    std::vector<std::string> differences;
};

/// The file that --measure writes, and that is read if the user names none: tollgate/prices.json in
/// $XDG_CACHE_HOME, or in ~/.cache. Empty if the environment has neither.
[[nodiscard]] std::filesystem::path usual_price_file();

/// Reads a result file. A missing usual file is no error: the list is empty. Throws
/// run::machine_refused for a file that the user named and that cannot be read, and for any file
/// that is no result file.
[[nodiscard]] read_prices read_price_file(const std::filesystem::path& file, bool named_by_user,
                                          const report::result& here);

/// What is known of this machine, as in a result file of today.
[[nodiscard]] report::result describe_this_machine(const std::vector<std::string>& arguments);

/// Measures the prices, in about 30 s, by `testSleep --prices`, which lies beside this program, and
/// replaces the file. Its progress goes to stderr. Throws run::machine_refused if that fails.
void measure_prices(const std::filesystem::path& file);

} // namespace tollgate::bill
