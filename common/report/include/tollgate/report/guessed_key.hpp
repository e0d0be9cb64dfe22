// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <string_view>

namespace tollgate::report {

/// The key of a case of which a file has the name alone: one of another program, or from before
/// cases carried their parameters. A guess. What stands before the first `word:value` is the path.
/// Behind it, a part with a colon is a parameter if its name is new, any other part a value without
/// a name; a value is a number if it is written as numbers are in names. A case of ours that was
/// renamed has its new key.
///
/// The key of any other text has that text for its name.
[[nodiscard]] measure::case_key guess_key(std::string_view name);

} // namespace tollgate::report
