// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

#include <tollgate/explain/explanation.hpp>

namespace tollgate::report {

[[nodiscard]] json write_explanation(const explain::explanation& of);
/// Throws std::invalid_argument.
[[nodiscard]] explain::explanation read_explanation(const read_value& from);

} // namespace tollgate::report
