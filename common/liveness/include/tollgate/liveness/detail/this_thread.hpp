// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/settings.hpp>

#include <cstdint>

namespace tollgate::liveness::detail {

/// What a thread knows of its scopes. Initialized before the program begins and never destroyed, so
/// that it is read without asking whether it is there, and by destructors of other objects of the
/// thread, too.
struct thread_words {
    record* current = nullptr; ///< the innermost scope's
    /// Records that this thread has used and keeps, all of one store: a scope that finds one begins
    /// without a lock. As many as its scopes were ever nested deep.
    record* spare = nullptr;
    const record_store* spare_of = nullptr;
    std::int64_t id = 0; ///< the system's, once somebody has asked
    bool ending = false; ///< its end has given them back: it keeps none any more
};

inline constinit thread_local thread_words this_thread{};

/// The system's id of the calling thread. Asks the system once a thread. A call of a function that
/// is not inlined, so that no fiber takes the words of the thread that it was on before.
[[nodiscard]] std::int64_t this_thread_id() noexcept;

/// From now on the calling thread keeps the records of this store that its scopes leave, and gives
/// back those of another one. They go back when it ends, after the destructors of its thread_local
/// objects; those of the first thread end with the process. Where the system cannot say that a
/// thread ends (it has no key left), and when the process has ended, a thread keeps none.
///
/// Takes no lock of the system's loader: another thread may hold that for ever, in dlopen.
void keep_spares_of(const record_store* store) noexcept;

/// Throws std::invalid_argument that names what was given and what may be.
[[noreturn]] void refuse_limits(limits given);

inline void refuse_wrong(limits given) {
    if (given.timeout.count() <= 0 || given.grace.count() < 0) [[unlikely]] {
        refuse_limits(given);
    }
}

/// A scope ends where it must not: on another thread, in another fiber, or around one that is open.
/// Says so and ends the program.
[[noreturn]] void refuse_end(const char* of) noexcept;

} // namespace tollgate::liveness::detail
