// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

namespace tollgate::cancel::detail {

/// Starts a thread of the library. The thread blocks all signals except faults, so that the
/// program's signal handlers run on the program's threads. Returns 0, or the error of
/// pthread_create(3).
[[nodiscard]] int start_helper_thread(pthread_t& started, void* (*run)(void*),
                                      void* argument) noexcept;

} // namespace tollgate::cancel::detail
