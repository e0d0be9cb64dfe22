// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>

namespace tollgate::cancel::detail {

/// False if the machine has no thread left; headers have to do without exceptions.
[[nodiscard]] bool start_thread(std::thread& place, void (*run)(void*), void* argument) noexcept;

} // namespace tollgate::cancel::detail
