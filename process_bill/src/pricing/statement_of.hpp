// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "prices.hpp"
#include "statement.hpp"

namespace tollgate::bill {

/// Prices what was seen. The names of the processes, the origin of the prices and whether the
/// observation was interrupted are the caller's. Pure.
[[nodiscard]] statement statement_of(const observation& counted, const price_list& prices);

} // namespace tollgate::bill
