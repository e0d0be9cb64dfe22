// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

/// A string of JSON with its quotes. Each byte that belongs to no character becomes U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

} // namespace tollgate::liveness::detail
