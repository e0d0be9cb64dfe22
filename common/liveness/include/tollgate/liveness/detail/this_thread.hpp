// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>

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

} // namespace tollgate::liveness::detail
