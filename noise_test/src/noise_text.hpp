// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::noise_test {

/// The extent of the text: the table and a sentence for each CPU, or the longest gaps, too.
enum class extent { brief, whole };

/// The text on the time that was taken from a thread on each watched CPU; empty if none was
/// watched. Pure.
[[nodiscard]] std::string noise_text(const report::result& seen, extent how_much);

} // namespace tollgate::noise_test
