// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces the adaptive spin of the library sleep: a thread sleeps at once. Spins add
// interleavings, and no states.

#include <chrono>

namespace tollgate::sleep {

class adaptive_spin {
public:
    static int spins() noexcept { return 0; }
    static bool wants_time() noexcept { return false; }
    void learn_alone() noexcept {}
    void learn_company() noexcept {}
    void learn_spins(int /*spins_made*/) noexcept {}
    void learn_timeout(std::chrono::nanoseconds /*asleep*/, int /*spins_made*/) noexcept {}
    template <class Time>
    void learn(std::chrono::nanoseconds /*until_there*/, std::chrono::nanoseconds /*waking*/,
               int /*spins_made*/) noexcept {}
};

} // namespace tollgate::sleep
