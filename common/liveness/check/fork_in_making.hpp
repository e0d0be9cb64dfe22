// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "forked.hpp"
#include "held_allocation.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <cstdio>
#include <thread>

namespace tollgate::liveness {

inline constexpr int failed = 1;
inline constexpr int there_is_none = 2;

/// With its threads, for this one is in a scope.
inline int use_the_registry() {
    const watched_scope watched("in the child", 1);
    while (default_registry().so_far().looks == 0) {
        std::this_thread::yield();
    }
    return 0;
}

/// In a process that has not made its registry yet. 0 if all went well.
inline int fork_at_allocation(int nth) {
    registry* of_the_other = nullptr;
    bool was_held = false;
    std::thread other([&] {
        held_allocation::nth = nth;
        of_the_other = &default_registry();
        was_held = held_allocation::nth == 0;
        if (!was_held) {
            held_allocation::reached.count_down();
        }
    });
    held_allocation::reached.wait();
    const int child = in_a_child(use_the_registry);
    registry* const here = &default_registry();
    const int second_child = in_a_child(use_the_registry);
    held_allocation::over.count_down();
    other.join();
    const bool is_one_for_all = here == of_the_other && here == &default_registry();
    if (child != 0 || second_child != 0 || !is_one_for_all) {
        std::fprintf(stderr, "children: %d, %d; one registry for all: %d\n", child, second_child,
                     is_one_for_all);
        return failed;
    }
    return was_held ? 0 : there_is_none;
}

/// At each allocation that there is. For a process that has not made its registry yet.
inline bool may_fork_in_making() {
    int nth = 0;
    int result = 0;
    while (result == 0) {
        ++nth;
        result = in_a_child([=] { return fork_at_allocation(nth); });
    }
    std::fprintf(stderr, "allocation %d: %d\n", nth, result); // which no child has in a buffer
    return nth > 1 && result == there_is_none;
}

} // namespace tollgate::liveness
