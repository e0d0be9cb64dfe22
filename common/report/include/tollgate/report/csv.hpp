// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::report {

/// Long form, a row for each case and statistic: program, case, statistic, value, unit, samples,
/// clock, host, date, state ("complete" or "partial"). RFC 4180 quoting; statistics that do not
/// exist have no row. Pure.
[[nodiscard]] std::string to_csv(const result& seen);

} // namespace tollgate::report
