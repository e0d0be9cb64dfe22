// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include <pthread.h>

namespace tollgate::cancel::detail {

/// A thread that blocks all signals but those of its own faults, so that the program's handlers run
/// on the program's threads. Nothing if the machine has no thread left.
[[nodiscard]] std::optional<pthread_t> start_thread(void* (*run)(void*)) noexcept;

} // namespace tollgate::cancel::detail
