// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

/// The same text for a terminal, on one line: control characters (the old ones, DEL, and U+0080 to
/// U+009F, which some terminals obey) and bytes that are no UTF-8 as \xNN each, a backslash as two.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace tollgate::liveness::detail
