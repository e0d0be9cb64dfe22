// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/gap_watch.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::noise_test {

/// A slice with known figures, without any clock reading: steps of 20 ns, and a gap of 2 µs in the
/// middle.
inline measure::watched_slice right_slice(std::chrono::nanoseconds length) {
    measure::watched_slice slice;
    slice.watched_ns = length.count() + 7;
    slice.lost_ns = 2'000;
    slice.gaps = {{1'000'000, 2'000, 0}};
    slice.readings = static_cast<std::uint64_t>((length.count() - 2'000) / 20);
    slice.step_ns = 20;
    return slice;
}

template <void (*Spoil)(measure::watched_slice&)>
struct faulty_watch {
    [[nodiscard]] static measure::watched_slice watch(std::chrono::nanoseconds length) {
        measure::watched_slice slice = right_slice(length);
        Spoil(slice);
        return slice;
    }
};

inline void nothing(measure::watched_slice& /*slice*/) {}
/// The thread did not read the clock most of the time.
inline void has_unwatched_time(measure::watched_slice& slice) {
    slice.readings /= 100;
}

} // namespace tollgate::noise_test
