// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <string_view>

namespace tollgate::report {

/// The key of a case of which a file has the name alone: one of another program. A guess. The path
/// ends before the first part `word:value`. Behind it, a part with a colon is a parameter if its
/// name is new, any other part a value without a name; a value is a number if it is written as
/// numbers are in names. The key's name is the given one, whatever it is. Pure.
[[nodiscard]] measure::case_key guess_key(std::string_view name);

} // namespace tollgate::report
