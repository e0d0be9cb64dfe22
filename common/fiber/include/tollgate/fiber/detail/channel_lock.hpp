// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <cstddef>
#include <mutex>
#include <type_traits>

namespace tollgate::fiber::detail {

/// For a channel that one thread uses alone.
struct no_lock {
    static void lock() noexcept {}
    static void unlock() noexcept {}
};

/// Whether moving a T and destroying the source only copies a few bytes, in some nanoseconds: no
/// code of T runs.
template <class T>
inline constexpr bool is_moved_briefly = std::is_trivially_move_constructible_v<T>&&
                                             std::is_trivially_destructible_v<T> &&
                                         sizeof(T) <= std::size_t{256};

/// The mutex that a channel of T locks while it moves elements into its buffer or out of it. A
/// brief_lock must not be held while foreign code runs, such as the move of a T.
template <class T, sharing Sharing>
using channel_lock =
    std::conditional_t<Sharing == sharing::one_thread, no_lock,
                       std::conditional_t<is_moved_briefly<T>, sleep::brief_lock, std::mutex>>;

} // namespace tollgate::fiber::detail
