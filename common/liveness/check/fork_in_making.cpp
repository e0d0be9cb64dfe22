// SPDX-License-Identifier: BSL-1.0
//
// A process that forks while another of its threads is in the middle of making the process's
// registry, its first one, held there until the child has ended: in the child, and in the parent's
// other threads, it can be had all the same. Ends with 0 if it was.
#include "forked.hpp"
#include "held_allocation.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <cstdio>
#include <thread>

namespace {

using namespace tollgate::liveness;

/// With its threads, for this one is in a scope.
int use_the_registry() {
    const watched_scope watched("in the child", 1);
    while (default_registry().so_far().looks == 0) {
        std::this_thread::yield();
    }
    return 0;
}

} // namespace

int main() {
    ::alarm(60);
    registry* of_the_other = nullptr;
    std::thread other([&] {
        held_allocation::is_next = true;
        of_the_other = &default_registry();
    });
    held_allocation::reached.wait();
    const int child = in_a_child(use_the_registry);
    registry* const here = &default_registry();
    const int second_child = in_a_child(use_the_registry);
    held_allocation::over.count_down();
    other.join();
    const bool is_one_for_all = here == of_the_other && here == &default_registry();
    std::printf("children: %d, %d; one registry for all: %d\n", child, second_child,
                is_one_for_all);
    return child == 0 && second_child == 0 && is_one_for_all ? 0 : 1;
}
