// SPDX-License-Identifier: BSL-1.0
#pragma once
// What the scenarios in this folder need: threads and assertions of the model checker GenMC, and
// stand-ins for the kernel. GenMC reads one file in LLVM's language, so a scenario includes the
// sources of the libraries.

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/queue/detail/checked_capacity.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#undef __LP64__ // cancel::detail::this_thread() then calls a function, which a scenario defines

extern "C" {
[[noreturn]] void __VERIFIER_assert_fail(const char* text, const char* file, int line) noexcept;
int __VERIFIER_thread_create(const void* attributes, void* (*start)(void*),
                             void* argument) noexcept;
void* __VERIFIER_thread_join(long thread) noexcept;
void* __VERIFIER_malloc(std::size_t size) noexcept;
void __VERIFIER_free(void* at) noexcept;
struct __VERIFIER_mutex {
    int state = 0;
};
void __VERIFIER_assume(bool holds) noexcept;
int __VERIFIER_mutex_lock(__VERIFIER_mutex* mutex) noexcept;
int __VERIFIER_mutex_unlock(__VERIFIER_mutex* mutex) noexcept;
}

namespace model {

inline void require(bool holds) noexcept {
    if (!holds) {
        __VERIFIER_assert_fail("require", "", 0);
    }
}

/// No waiter reads the clock.
struct no_time {
    static std::chrono::steady_clock::time_point now() noexcept { return {}; }
};

/// The system call futex: at most two threads sleep. A wait with a deadline ends at once. A thread
/// that sleeps while no thread is left that could wake it fails the check.
struct futex {
    using word = std::atomic<std::uint32_t>;

    static void wait(const word& at, std::uint32_t expected) noexcept {
        __VERIFIER_mutex_lock(&kernel);
        if (at.load(std::memory_order_relaxed) != expected) {
            __VERIFIER_mutex_unlock(&kernel);
            return;
        }
        auto& own = sleeps[0].load(std::memory_order_relaxed) == nullptr ? sleeps[0] : sleeps[1];
        own.store(&at, std::memory_order_relaxed);
        leave();
        __VERIFIER_mutex_unlock(&kernel);
        const bool no_waker_is_left = active.load(std::memory_order_acquire) == 0;
        const bool sleeps_on = own.load(std::memory_order_acquire) == &at;
        require(!(no_waker_is_left && sleeps_on));
        __VERIFIER_assume(!sleeps_on);
    }
    static void wait(const word& /*at*/, std::uint32_t /*expected*/,
                     std::chrono::steady_clock::time_point /*deadline*/) noexcept {}
    static void wake_one(const word* at) noexcept {
        __VERIFIER_mutex_lock(&kernel);
        for (auto& one : sleeps) {
            if (one.load(std::memory_order_relaxed) == at) {
                active.fetch_add(1, std::memory_order_relaxed);
                one.store(nullptr, std::memory_order_release);
                break;
            }
        }
        __VERIFIER_mutex_unlock(&kernel);
    }
    /// A thread is about to sleep or to end.
    static void leave() noexcept { active.fetch_sub(1, std::memory_order_acq_rel); }

    static inline std::atomic<int> active{0}; ///< threads that do not sleep
    static inline __VERIFIER_mutex kernel;
    static inline std::array<std::atomic<const word*>, 2> sleeps{};
};

/// Runs the functions until all have returned: the first on this thread, each other one on a thread
/// of its own.
template <class Own, class... Body>
void run(Own own, Body... bodies) noexcept {
    futex::active.store(1 + sizeof...(bodies), std::memory_order_relaxed);
    const auto start = []<class One>(One& body) {
        const auto call = [](void* at) -> void* {
            (*static_cast<One*>(at))();
            futex::leave();
            return nullptr;
        };
        return __VERIFIER_thread_create(nullptr, call, &body);
    };
    const int threads[] = {start(bodies)...};
    own();
    futex::leave();
    for (const int thread : threads) {
        __VERIFIER_thread_join(thread);
    }
}

} // namespace model

namespace tollgate::fence {

bool heavy_fence_granted() noexcept {
#if defined(REFUSE_HEAVY_FENCE)
    return false;
#else
    return true;
#endif
}
void heavy_fence() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::fence

void* operator new[](std::size_t size) {
    return __VERIFIER_malloc(size);
}
void operator delete[](void* at) noexcept {
    __VERIFIER_free(at);
}

/// A capacity of the scenarios is valid.
std::size_t tollgate::queue::detail::checked_capacity(std::size_t capacity) {
    return capacity;
}
