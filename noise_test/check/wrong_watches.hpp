// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/gap_watch.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::noise_test {

/// A slice with known figures, made without a look at any clock: turns of 20 ns, and a gap of 2 µs
/// in the middle.
inline measure::watched_slice right_slice(std::chrono::nanoseconds length) {
    measure::watched_slice slice;
    slice.watched_ns = length.count() + 7;
    slice.taken_ns = 2'000;
    slice.gaps = {{1'000'000, 2'000, 0}};
    slice.looks = static_cast<std::uint64_t>((length.count() - 2'000) / 20);
    slice.turn_ns = 20;
    return slice;
}

template <void (*Spoil)(measure::watched_slice&)>
struct wrong_watch {
    [[nodiscard]] static measure::watched_slice watch(std::chrono::nanoseconds length) {
        measure::watched_slice slice = right_slice(length);
        Spoil(slice);
        return slice;
    }
};

inline void nothing(measure::watched_slice& /*slice*/) {}
inline void looks_away(measure::watched_slice& slice) {
    slice.looks /= 100;
}

} // namespace tollgate::noise_test
