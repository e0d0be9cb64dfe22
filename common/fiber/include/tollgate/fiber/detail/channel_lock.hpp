// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <cstddef>
#include <mutex>
#include <type_traits>

namespace tollgate::fiber::detail {

/// The lock of a channel that one thread uses alone: it does nothing.
struct no_lock {
    static void lock() noexcept {}
    static void unlock() noexcept {}
};

/// True if the move of a T and the destruction of the moved-from T only copy a few bytes. Such a
/// move takes some nanoseconds, and runs no code of T.
template <class T>
inline constexpr bool is_moved_briefly = std::is_trivially_move_constructible_v<T>&&
                                             std::is_trivially_destructible_v<T> &&
                                         sizeof(T) <= std::size_t{256};

/// The mutex that a channel of T locks while it moves elements into its buffer or out of its
/// buffer. The mutex is a brief_lock only if no code of T runs in these moves, because no foreign
/// code may run under a brief_lock.
template <class T, sharing Sharing>
using channel_lock =
    std::conditional_t<Sharing == sharing::one_thread, no_lock,
                       std::conditional_t<is_moved_briefly<T>, sleep::brief_lock, std::mutex>>;

} // namespace tollgate::fiber::detail
