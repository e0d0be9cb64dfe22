// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::sleep_test {

/// Every case for these options; a new one is a line in cases.cpp. Starts nothing.
///
/// Wake latency is measured for every slice with the first of the placements asked for, and for the
/// shortest slice with the others: it does not depend on the slice.
[[nodiscard]] cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine);

} // namespace tollgate::sleep_test
