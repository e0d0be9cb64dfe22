// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <algorithm>
#include <cstdint>

namespace tollgate::faults {

/// The stamps of a loop that reads the time before it waits for its turn instead of after: at the
/// end of an interval shorter than a lap it then has a reading from before the beginning. Whoever
/// has the turn says which reading is its own.
///
/// Threads: belongs to the member that has the turn, as the probe does. Nothing here is atomic.
template <clock::stopwatch Clock>
class stale_stamps {
public:
    explicit stale_stamps(Clock clock) : clock_(clock) {}

    /// Reads the time: for the next turn of the member that asks.
    std::int64_t take() {
        latest_ = std::max(latest_, clock_.end());
        return latest_;
    }
    void use(std::int64_t stamp) { own_ = stamp; }

    /// Later than all stamps so far, however coarse the clock: the mistake shows every time. Waits
    /// for the clock's next step, if need be.
    [[nodiscard]] std::int64_t begin() const {
        std::int64_t now = clock_.begin();
        while (now <= latest_) {
            now = clock_.begin();
        }
        return now;
    }
    [[nodiscard]] std::int64_t end() const { return own_; }

private:
    Clock clock_;
    std::int64_t latest_ = 0;
    std::int64_t own_ = 0;
};

/// A stopwatch that gives a probe those stamps, which must outlive it.
template <clock::stopwatch Clock>
struct stale_clock {
    const stale_stamps<Clock>* stamps;
    [[nodiscard]] std::int64_t begin() const { return stamps->begin(); }
    [[nodiscard]] std::int64_t end() const { return stamps->end(); }
};

/// For loops without that mistake.
struct no_stamps {
    static std::int64_t take() { return 0; }
    static void use(std::int64_t /*stamp*/) {}
};

} // namespace tollgate::faults
