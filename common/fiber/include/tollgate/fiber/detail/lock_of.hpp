// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <cstddef>
#include <mutex>
#include <type_traits>

namespace tollgate::fiber::detail {

/// For what one thread has to itself.
struct no_lock {
    static void lock() noexcept {}
    static void unlock() noexcept {}
};

/// Moving a T and destroying what is left is a copy of some bytes: it runs no code of T's, and
/// takes some nanoseconds.
template <class T>
inline constexpr bool is_moved_briefly = std::is_trivially_move_constructible_v<T>&&
                                             std::is_trivially_destructible_v<T> &&
                                         sizeof(T) <= std::size_t{256};

/// The mutex that a channel of T locks while it moves elements into what it keeps, or out of it. A
/// brief_lock allows no foreign code, and a T's move is that.
template <class T, sharing How>
using lock_of =
    std::conditional_t<How == sharing::one_thread, no_lock,
                       std::conditional_t<is_moved_briefly<T>, sleep::brief_lock, std::mutex>>;

} // namespace tollgate::fiber::detail
