// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces the light fence of the library fence, so that a scenario can act there: between an
// owner's store and its load of the phase. seams/stand_ins.cpp replaces the heavy fence.

#include <atomic>
#include <functional>
#include <utility>

namespace tollgate::fence {

/// Each is called once, by the next thread that comes along.
inline std::function<void()> at_light_fence;
inline std::function<void()> at_heavy_fence;
inline std::function<void()> at_heavy_fence_granted; ///< the thread holds the mutex of a state
inline std::atomic<int> heavy_fences{0};

inline void step_in(std::function<void()>& hook) {
    if (const auto scenario = std::exchange(hook, nullptr)) {
        scenario();
    }
}

inline void light_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    step_in(at_light_fence);
}

} // namespace tollgate::fence
