// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <linux/futex.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::bill {

// Threads whose waits are known, because each wait begins before the next step is made.

/// Returns when this thread of this process sleeps in the kernel.
inline void wait_until_asleep(pid_t thread) {
    const std::string file = "/proc/self/task/" + std::to_string(thread) + "/stat";
    while (true) {
        std::ifstream stat(file);
        const std::string text{std::istreambuf_iterator<char>(stat), {}};
        const auto bracket = text.rfind(')');
        if (bracket != std::string::npos && text[bracket + 2] == 'S') {
            return;
        }
        std::this_thread::yield();
    }
}

/// A futex that counts rounds. A mutex of the C library waits for the value 2, so the rounds begin
/// with another one.
class round_counter {
public:
    void wait_for(std::uint32_t round) {
        for (std::uint32_t now = value_.load(); now < first + round; now = value_.load()) {
            ::syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, now, nullptr, nullptr, 0);
        }
    }
    /// Begins the next round, and wakes all that wait for it by one call.
    void begin_next() {
        value_.fetch_add(1);
        wake();
    }
    void wake() { ::syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0); }

    [[nodiscard]] std::uint64_t address() const {
        return reinterpret_cast<std::uintptr_t>(&value_);
    }

private:
    static constexpr std::uint32_t first = 1'000;
    alignas(8) std::atomic<std::uint32_t> value_{first};
};

/// The waits of the calling thread, by the kernel's own count.
inline std::uint64_t own_waits() {
    rusage used{};
    ::getrusage(RUSAGE_THREAD, &used);
    return static_cast<std::uint64_t>(used.ru_nvcsw);
}

} // namespace tollgate::bill
