// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"

#include <tollgate/measure/case_key.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {

using parameters = std::vector<measure::parameter>;

/// "fiber/yield/impl:tollgate/fibers:4". Boost's schedulers, one of which there is in a run, go
/// without a word of their own.
inline measure::case_key key_under(scheduler which, const char* what, parameters of) {
    if (which == scheduler::tollgate) {
        of.insert(of.begin(), {"impl", "tollgate"});
    }
    return {std::string("fiber/") + what, std::move(of)};
}

inline constexpr const char* yield_unit = "one this_fiber::yield() in a ring of fibers";
inline constexpr const char* own_yield_unit = "one tollgate::fiber::yield() in a ring of fibers";

/// A large ring takes a hundred laps or so until the caches hold what they will hold: at 25 ns for
/// an operation 2.5 us a member. With rings that fit into no cache there is nothing to wait for.
inline std::chrono::nanoseconds ring_settling(std::uint64_t members) {
    using namespace std::chrono;
    return microseconds(500) + std::min<nanoseconds>(nanoseconds(2'500 * members), milliseconds(5));
}

} // namespace tollgate::fiber_test
