// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/settings.hpp>

#include <cstdint>

namespace tollgate::liveness::detail {

/// The scopes of a thread. Constant-initialized and never destroyed: reading it needs no check, and
/// destructors of the thread's other objects may read it, too.
struct thread_words {
    record* current = nullptr; ///< of the innermost scope
    /// Records that this thread has used and keeps, all of one store: a scope that finds one begins
    /// without a lock. The greatest depth of nesting is their number.
    record* spare = nullptr;
    const record_store* spare_of = nullptr;
    std::int64_t id = 0; ///< the system's; 0 until it is needed
    bool ending = false; ///< the end of the thread has given its records back: it keeps none
};

inline constinit thread_local thread_words this_thread{};

/// The system's id of the calling thread, from one system call a thread. It is not inlined: a fiber
/// would otherwise read the words of a thread on which it ran before.
[[nodiscard]] std::int64_t this_thread_id() noexcept;

/// From now on the calling thread keeps the records of this store that its scopes leave, and gives
/// records of another store back.
///
/// The records go back when the thread ends, after the destructors of its thread_local objects; the
/// records of the first thread end with the process. A thread keeps none if the system has no key
/// left to report its end, and after the end of the process. Takes no lock of the system's loader:
/// another thread may hold that for ever, in dlopen.
void keep_spares_of(const record_store* store) noexcept;

/// Throws std::invalid_argument with the given value and the allowed values.
[[noreturn]] void refuse_timeouts(timeouts given);

inline void check_timeouts(timeouts given) {
    if (given.timeout.count() <= 0 || given.grace.count() < 0) [[unlikely]] {
        refuse_timeouts(given);
    }
}

/// Ends the program with a message: a scope ends on another thread, in another fiber, or while a
/// scope inside it is open.
[[noreturn]] void refuse_end(const char* scope) noexcept;

} // namespace tollgate::liveness::detail
