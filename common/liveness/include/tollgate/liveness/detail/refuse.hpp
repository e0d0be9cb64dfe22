// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/limits.hpp>

#include <chrono>

namespace tollgate::liveness::detail {

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

/// To its store, by a thread that keeps none of it.
void give_back(record* one) noexcept;

} // namespace tollgate::liveness::detail
