// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/gap_watch.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::noise_test {

/// A slice with known figures, made without a look at any clock: turns of 20 ns, and a gap of 2 µs
/// in the middle.
inline measure::watched_slice right_slice(std::chrono::nanoseconds length) {
    measure::watched_slice seen;
    seen.watched_ns = length.count() + 7;
    seen.taken_ns = 2'000;
    seen.gaps = {{1'000'000, 2'000, 0}};
    seen.looks = static_cast<std::uint64_t>((length.count() - 2'000) / 20);
    seen.turn_ns = 20;
    return seen;
}

template <void (*Spoil)(measure::watched_slice&)>
struct wrong_watch {
    [[nodiscard]] static measure::watched_slice watch(std::chrono::nanoseconds length) {
        measure::watched_slice seen = right_slice(length);
        Spoil(seen);
        return seen;
    }
};

inline void nothing(measure::watched_slice& /*seen*/) {}
inline void looks_away(measure::watched_slice& seen) {
    seen.looks /= 100;
}

} // namespace tollgate::noise_test
