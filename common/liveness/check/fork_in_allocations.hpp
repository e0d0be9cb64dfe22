// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "forked.hpp"
#include "held_allocation.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <deque>
#include <latch>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness {

/// An allocator that is installed later than the library: its lock is held in each allocation, and
/// is taken before the library's locks when the process forks, and given back after them. So a fork
/// may find an allocation under one of the library's locks waiting for it, for ever, and what the
/// library allocates while the process forks waits for its own thread.
///
/// Here each allocation forks itself: it hangs if its thread has a lock that the fork wants. The
/// child uses the registry, which its parent was in the middle of something with.
struct late_allocator {
    static inline constinit thread_local bool has_lock = false;
    static inline constinit thread_local bool forks = false;
    static inline std::atomic<int> forked{0};
    static inline std::atomic<registry*> used{nullptr};

    static void install() {
        ::pthread_atfork([] { has_lock = true; }, [] { has_lock = false; },
                         [] { has_lock = false; });
    }
    /// For held_allocation::in_each.
    static void fork_here() {
        if (has_lock) {
            constexpr char text[] = "the library allocates while the process forks\n";
            static_cast<void>(::write(STDERR_FILENO, text, sizeof(text) - 1));
            ::_exit(1);
        }
        if (!forks) {
            forks = true;
            const int result = in_a_child(&use_in_child);
            ++forked;
            forks = false;
            if (result != 0) {
                ::_exit(2);
            }
        }
    }
    static int use_in_child() {
        if (registry* const in = used.load()) {
            const watched_scope watched(*in, "in a child", 1);
            in->add_sink([](const event& /*what*/) {});
        }
        return 0;
    }
};

/// All that allocates, in a registry with threads and with more than one report to tell.
inline void use_a_registry_with_allocations() {
    using namespace std::chrono_literals;
    constexpr limits a_moment{.timeout = 1ms, .grace = 0s};
    std::latch told(1);
    std::latch over(1);
    settings how;
    how.period = 1ms;
    registry in(how);
    late_allocator::used = &in;
    in.set_sinks({[&](const event& /*what*/) {
        told.count_down(told.try_wait() ? 0 : 1);
        over.wait();
    }});
    in.add_sink([](const event& /*what*/) {});
    std::deque<migrating_scope> all;
    for (int i = 0; i < 65; ++i) { // more than a chunk
        all.emplace_back(in, "one", 1);
    }
    all.emplace_back(in, "frozen", 1, a_moment);
    told.wait();
    all.emplace_back(in, "frozen", 1, a_moment);
    while (in.so_far().events < 2) {
        std::this_thread::yield();
    }
    static_cast<void>(in_a_child(&late_allocator::use_in_child)); // while a report waits
    over.count_down();
    std::thread([&] { const watched_scope watched(in, "of a thread", 1); }).join();
    late_allocator::used = nullptr;
}

/// In a child, so that one that hangs is ended.
inline bool may_fork_in_each_allocation() {
    return in_a_child([] {
               late_allocator::install();
               held_allocation::in_each = &late_allocator::fork_here;
               use_a_registry_with_allocations();
               held_allocation::in_each = nullptr;
               return late_allocator::forked.load() > 20 ? 0 : 1;
           }) == 0;
}

} // namespace tollgate::liveness
