// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/comparison.hpp>

#include <string>

namespace tollgate::report {

/// What of the reference is not as in the case, "impl:std"; all of it, if they are of different
/// programs or have different parameters.
[[nodiscard]] std::string reference_text(const measure::comparison& one);

} // namespace tollgate::report
