// SPDX-License-Identifier: BSL-1.0
//
// A process forks while another of its threads is creating the process's registry, and is held
// there until the child has ended. The child and the other threads of the parent can still get the
// registry. Another process forks in each allocation of a registry, like an allocator whose lock a
// fork needs. Ends with 0 if all is right.
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

// By default a thread sanitizer refuses threads in a child of a process with threads. It also
// reports the threads of the parent as leaks.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0:report_thread_leaks=0";
}

namespace {

/// A thread that sets this is held in its nth allocation from then on, until it is released.
constinit thread_local int held_at = 0; // 0: in none
std::latch is_held(1);
std::latch may_go_on(1);

/// Called for each allocation and each release of memory, also of its own calls.
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
    void* const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

// Not inlined: otherwise the compiler does not match operator new with free.
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

/// With the threads of the registry, because this thread is in a scope.
int use_the_registry() {
    const watched_scope watched("in the child", 1);
    while (default_registry().so_far().scans == 0) {
        std::this_thread::yield();
    }
    return 0;
}

/// For a process without its registry. Returns 0 if all is right.
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

/// Tries each allocation. For a process without its registry.
bool may_fork_in_making() {
    int nth = 0;
    int result = 0;
    while (result == 0) {
        ++nth;
        result = in_a_child([=] { return fork_at_allocation(nth); });
    }
    std::fprintf(stderr, "allocation %d: %d\n", nth,
                 result); // unbuffered: no child prints it again
    return nth > 1 && result == there_is_none;
}

/// An allocator that is installed later than the library. Each allocation holds its lock. A fork
/// takes this lock before the library's locks, and releases it after them. An allocation under a
/// library's lock could then wait for the fork for ever, and an allocation during the fork for its
/// own thread.
///
/// Here each allocation forks: it hangs if its thread holds a lock that the fork needs. The child
/// uses the registry, which its parent was changing.
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
        if (registry* const watcher = used.load()) {
            const watched_scope watched(*watcher, "in a child", 1);
            watcher->add_sink([](const event& /*told*/) {});
        }
        return 0;
    }
};

/// All allocating calls of a registry with threads and with more than one report.
void use_a_registry_with_allocations() {
    using namespace std::chrono_literals;
    constexpr timeouts a_moment{.timeout = 1ms, .grace = 0s};
    std::latch told(1);
    std::latch over(1);
    settings options;
    options.period = 1ms;
    registry watcher(options);
    late_allocator::used = &watcher;
    watcher.set_sinks({[&](const event& /*told*/) {
        told.count_down(told.try_wait() ? 0 : 1);
        over.wait();
    }});
    watcher.add_sink([](const event& /*told*/) {});
    std::deque<migrating_scope> all;
    for (int i = 0; i < 65; ++i) { // more than a chunk
        all.emplace_back(watcher, "alive", 1);
    }
    all.emplace_back(watcher, "frozen", 1, a_moment);
    told.wait();
    all.emplace_back(watcher, "frozen", 1, a_moment);
    while (watcher.so_far().events < 2) {
        std::this_thread::yield();
    }
    static_cast<void>(in_a_child(&late_allocator::use_in_child)); // while a report waits
    over.count_down();
    std::thread([&] { const watched_scope watched(watcher, "of a thread", 1); }).join();
    late_allocator::used = nullptr;
}

/// In a child, so that a signal ends it if it hangs.
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
