// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "places.hpp"

#include <vector>

namespace tollgate::bill {

/// The places, with those as one that a reader could not tell apart: the names of the threads, the
/// words for the wait and the stack are the same. So the eight threads of a pool, of which each has
/// a futex of its own, are one row. Pure.
[[nodiscard]] std::vector<place> rows_of(const std::vector<place>& places);

} // namespace tollgate::bill
