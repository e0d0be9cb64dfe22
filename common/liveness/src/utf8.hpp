// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tollgate::liveness::detail {

/// How many bytes the character takes that `text` begins with; 0 if it begins with none: with a
/// byte that continues another, a form that is longer than necessary, a surrogate, something beyond
/// U+10FFFF, a sequence cut short. `text` is not empty.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

} // namespace tollgate::liveness::detail
