// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// Says on stderr what the calling program did wrong, in Release too, and aborts: what would follow
/// is memory written after its end.
[[noreturn]] void misuse(const char* what) noexcept;

} // namespace tollgate::cancel::detail
