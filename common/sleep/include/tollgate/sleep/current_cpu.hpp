// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::sleep {

/// On which CPU the calling thread runs, or did a moment ago; -1 where the system does not say.
/// Some nanoseconds on Linux.
[[nodiscard]] int current_cpu() noexcept;

} // namespace tollgate::sleep
