// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel {

/// The calling thread, for another one to look at.
[[nodiscard]] long own_thread_id() noexcept;

/// Looks at a thread of this process until it sleeps in the kernel, and then returns true. Gives up
/// when it has ended, and after some thousands of looks. A check must hold either way: this only
/// makes it probable that what is to be checked was there.
bool seen_asleep(long thread_id);

} // namespace tollgate::cancel
