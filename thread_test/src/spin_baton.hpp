// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::thread_test {

/// One word that holds the number of the member whose turn it is: a hand-off moves this cache line
/// from one CPU to another and nothing else. Each member needs a CPU of its own.
class alignas(64) spin_baton {
public:
    static constexpr const char* name = "spin";
    static constexpr const char* unit = "one hand-off by a shared cache line, spinning";
    static constexpr needs place = needs::own_cpus;

    explicit spin_baton(std::size_t /*members*/) {}

    void wait(std::size_t member) {
        while (turn_.load(std::memory_order_acquire) != member) {
            sleep::relax();
        }
    }

    void pass(std::size_t to) {
        turn_.store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::atomic<std::uint32_t> turn_{none};
};

} // namespace tollgate::thread_test
