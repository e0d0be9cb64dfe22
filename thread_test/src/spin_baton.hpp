// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::thread_test {

/// One word that holds the number of the member whose turn it is: a hand-off moves this cache line
/// from one CPU to another and nothing else. Each member needs a CPU of its own.
class alignas(64) spin_baton {
public:
    explicit spin_baton(std::size_t /*members*/) {}

    void wait(std::size_t member) {
        while (turn_.load(std::memory_order_acquire) != member) {
            pause();
        }
    }

    void pass(std::size_t to) {
        turn_.store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }

private:
    static constexpr std::uint32_t nobody = UINT32_MAX;

    /// Tells the CPU that this is a spin loop: it then leaves the loop without the penalty for
    /// loads that were guessed wrong.
    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("isb" ::: "memory");
#endif
    }

    std::atomic<std::uint32_t> turn_{nobody};
};

} // namespace tollgate::thread_test
