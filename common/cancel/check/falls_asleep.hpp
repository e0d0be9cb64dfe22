// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel {

/// The number of the calling thread, for `falls_asleep`.
[[nodiscard]] long own_thread_id() noexcept;

/// Waits until a thread of this process sleeps in the kernel, and then returns true. Gives up when
/// the thread has ended, and after some thousands of tries. A check must hold either way: this only
/// makes the interesting case probable.
bool falls_asleep(long thread_id);

} // namespace tollgate::cancel
