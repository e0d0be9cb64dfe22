// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/comparison.hpp>

#include <string>

namespace tollgate::report {

/// What of the reference is not as in the case, "impl:std"; all of it, if they are of different
/// programs or have different parameters.
[[nodiscard]] std::string reference_text(const measure::case_key& of,
                                         const measure::case_key& reference);

/// Whether the interval of its ratio says how large it is: no end is more than twice it, or less
/// than half.
[[nodiscard]] bool tells_its_size(const measure::comparison& one);

} // namespace tollgate::report
