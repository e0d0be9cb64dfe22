// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/printable.hpp>

namespace tollgate::cost_sheet {
using report::printable;
using report::printable_lines;
} // namespace tollgate::cost_sheet
