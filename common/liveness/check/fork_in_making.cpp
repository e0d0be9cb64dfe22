// SPDX-License-Identifier: BSL-1.0
//
// A process that forks while another of its threads is in the middle of making the process's
// registry, its first one, held there until the child has ended: in the child, and in the parent's
// other threads, it can be had all the same. And one that forks in each allocation of a registry,
// as an allocator does whose lock a fork wants. Ends with 0 if all went well.
#include "forked.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <latch>
#include <new>
#include <thread>

#include <pthread.h>
#include <unistd.h>

// A thread sanitizer refuses threads in children of processes that have some, unless told, and
// takes the threads of the parent for leaks.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0:report_thread_leaks=0";
}

namespace {

/// A thread that says so is held in its nth allocation from then on, until it is let go.
constinit thread_local int held_at = 0; // 0: at none
std::latch is_held(1);
std::latch may_go_on(1);

/// Called in each allocation and where memory is given back, in those of its own calls, too.
constinit std::atomic<void (*)()> in_each_allocation{nullptr};

void call_in_each_allocation() {
    if (void (*const call)() = in_each_allocation.load()) {
        call();
    }
}

} // namespace

void* operator new(std::size_t size) {
    call_in_each_allocation();
    if (held_at > 0 && --held_at == 0) {
        is_held.count_down();
        may_go_on.wait();
    }
    void* const made = std::malloc(size == 0 ? 1 : size);
    if (made == nullptr) {
        throw std::bad_alloc();
    }
    return made;
}

// Not inlined, or the compiler misses what a call of operator new has to do with free.
[[gnu::noinline]] void operator delete(void* freed) noexcept {
    call_in_each_allocation();
    std::free(freed);
}
[[gnu::noinline]] void operator delete(void* freed, std::size_t /*size*/) noexcept {
    call_in_each_allocation();
    std::free(freed);
}

namespace tollgate::liveness {
namespace {

constexpr int failed = 1;
constexpr int there_is_none = 2;

/// With its threads, for this one is in a scope.
int use_the_registry() {
    const watched_scope watched("in the child", 1);
    while (default_registry().so_far().looks == 0) {
        std::this_thread::yield();
    }
    return 0;
}

/// In a process that has not made its registry yet. 0 if all went well.
int fork_at_allocation(int nth) {
    registry* of_the_other = nullptr;
    bool was_held = false;
    std::thread other([&] {
        held_at = nth;
        of_the_other = &default_registry();
        was_held = held_at == 0;
        if (!was_held) {
            is_held.count_down();
        }
    });
    is_held.wait();
    const int child = in_a_child(use_the_registry);
    registry* const here = &default_registry();
    const int second_child = in_a_child(use_the_registry);
    may_go_on.count_down();
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
bool may_fork_in_making() {
    int nth = 0;
    int result = 0;
    while (result == 0) {
        ++nth;
        result = in_a_child([=] { return fork_at_allocation(nth); });
    }
    std::fprintf(stderr, "allocation %d: %d\n", nth, result); // which no child has in a buffer
    return nth > 1 && result == there_is_none;
}

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
        in_each_allocation = &fork_here;
    }
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
            in->add_sink([](const event& /*told*/) {});
        }
        return 0;
    }
};

/// All that allocates, in a registry with threads and with more than one report to tell.
void use_a_registry_with_allocations() {
    using namespace std::chrono_literals;
    constexpr limits a_moment{.timeout = 1ms, .grace = 0s};
    std::latch told(1);
    std::latch over(1);
    settings how;
    how.period = 1ms;
    registry in(how);
    late_allocator::used = &in;
    in.set_sinks({[&](const event& /*told*/) {
        told.count_down(told.try_wait() ? 0 : 1);
        over.wait();
    }});
    in.add_sink([](const event& /*told*/) {});
    std::deque<migrating_scope> all;
    for (int i = 0; i < 65; ++i) { // more than a chunk
        all.emplace_back(in, "alive", 1);
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
bool may_fork_in_each_allocation() {
    return in_a_child([] {
               late_allocator::install();
               use_a_registry_with_allocations();
               in_each_allocation = nullptr;
               return late_allocator::forked.load() > 20 ? 0 : 1;
           }) == 0;
}

} // namespace
} // namespace tollgate::liveness

int main() {
    using namespace tollgate::liveness;
    return may_fork_in_making() && may_fork_in_each_allocation() ? 0 : 1;
}
