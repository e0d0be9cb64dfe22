// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "atomic_wait_baton.hpp"
#include "condvar_baton.hpp"
#include "pipe_baton.hpp"
#include "sched_yield_baton.hpp"
#include "spin_baton.hpp"

#if defined(__linux__)
#include "eventfd_baton_linux.hpp"
#include "semaphore_baton_linux.hpp"
#endif

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace tollgate::thread_test {

template <class Baton>
inline constexpr const char* name_of = "";
template <>
inline constexpr const char* name_of<condvar_baton> = "condvar";
template <>
inline constexpr const char* name_of<atomic_wait_baton> = "atomic_wait";
template <>
inline constexpr const char* name_of<pipe_baton> = "pipe";
template <>
inline constexpr const char* name_of<sched_yield_baton> = "sched_yield";
template <>
inline constexpr const char* name_of<spin_baton> = "spin";

#if defined(__linux__)
template <>
inline constexpr const char* name_of<semaphore_baton> = "semaphore";
template <>
inline constexpr const char* name_of<eventfd_baton> = "eventfd";

using all_batons = testing::Types<condvar_baton, semaphore_baton, atomic_wait_baton, pipe_baton,
                                  eventfd_baton, sched_yield_baton, spin_baton>;
#else
using all_batons =
    testing::Types<condvar_baton, atomic_wait_baton, pipe_baton, sched_yield_baton, spin_baton>;
#endif

/// How the checks of each of them are called.
struct baton_name {
    template <class Baton>
    static std::string GetName(int /*index*/) {
        return name_of<Baton>;
    }
};

/// Each member needs a CPU of its own, or hand-overs take scheduler quanta.
template <class Baton>
inline constexpr bool spins = std::is_same_v<Baton, spin_baton>;

} // namespace tollgate::thread_test
