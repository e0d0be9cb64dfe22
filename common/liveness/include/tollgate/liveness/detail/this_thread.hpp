// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/settings.hpp>

#include <cstdint>

namespace tollgate::liveness::detail {

/// The state of a thread's scopes. The variable `this_thread` is constant-initialized and never
/// destroyed. So an access needs no check for initialization, and destructors of the thread's other
/// objects may access the variable, too.
struct thread_words {
    record* current = nullptr; ///< the record of the innermost scope; null without a scope
    /// A list of records that the thread has used and keeps for its next scopes. A scope that finds
    /// a record here begins without a lock. Each nested scope needs one record. So the thread keeps
    /// as many records as the greatest depth of nesting so far.
    record* spare = nullptr;
    const record_store* spare_of = nullptr; ///< the store to which all spare records belong
    std::int64_t id = 0; ///< the system's id of the thread; 0 before the first use
    /// Whether the thread has given its spare records back because it ends. Afterwards the thread
    /// keeps no more records.
    bool ending = false;
};

/// Not inline: a program whose symbols are hidden would otherwise have a variable of its own beside
/// that of the shared library.
extern constinit thread_local thread_words this_thread;

/// Returns the system's id of the calling thread. Only the first call in each thread makes a system
/// call. The function is not inlined. Otherwise the compiler could keep the address of
/// `this_thread` while a fiber changes its thread. The fiber would then read the id of its former
/// thread.
[[nodiscard]] std::int64_t this_thread_id() noexcept;

/// Makes the calling thread keep records of this store when its scopes end. Gives back the spare
/// records of another store.
///
/// A pthread key calls the library when a thread ends, after the destructors of the thread's
/// thread_local objects. This call gives the spare records back. There is no such call for the
/// thread that returns from main(). The records of this thread are freed with the process. The
/// calling thread keeps no records in two cases: the system has no pthread key left, or the process
/// is ending and has deleted the key.
///
/// The function takes no lock of the dynamic loader, because another thread may hold such a lock
/// for ever, in dlopen.
void keep_spares_of(const record_store* store) noexcept;

/// Throws std::invalid_argument. The message contains the given value and the allowed values.
[[noreturn]] void refuse_timeouts(timeouts given);

inline void check_timeouts(timeouts given) {
    if (given.timeout.count() <= 0 || given.grace.count() < 0) [[unlikely]] {
        refuse_timeouts(given);
    }
}

/// Ends the program with a message, because a scope ends on another thread, in another fiber, or
/// before its inner scope.
[[noreturn]] void refuse_end(const char* scope) noexcept;

} // namespace tollgate::liveness::detail
