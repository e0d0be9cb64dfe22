// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// A thread that no thread joins. It blocks all signals but those of its own faults, so that the
/// program's handlers run on the program's threads. False if the machine has no thread left.
[[nodiscard]] bool start_thread(void (*run)() noexcept) noexcept;

} // namespace tollgate::cancel::detail
