// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::sleep {

/// Returns the number of the CPU on which the calling thread ran during the call. Afterwards the
/// thread may move to another CPU at any moment. Returns -1 if the system does not provide the
/// number.
///
/// - *Threads*: any.
/// - *Cost*: some nanoseconds on Linux.
[[nodiscard]] int current_cpu() noexcept;

} // namespace tollgate::sleep
