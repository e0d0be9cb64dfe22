// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::liveness::detail {

/// The system's id of the calling thread. Asks the system once a thread. A call of a function that
/// is not inlined, so that no fiber takes the words of the thread that it was on before.
[[nodiscard]] std::int64_t this_thread_id() noexcept;

/// What `top -H` and debuggers call the calling thread, where that can be said: at most 15
/// characters.
void name_this_thread(const char* name) noexcept;

} // namespace tollgate::liveness::detail
