// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::sleep {

/// The CPU on which the calling thread runs, or ran a moment ago; -1 where the system does not say.
///
/// - *Threads*: any.
/// - *Cost*: some nanoseconds on Linux.
[[nodiscard]] int current_cpu() noexcept;

} // namespace tollgate::sleep
