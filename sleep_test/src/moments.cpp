// SPDX-License-Identifier: BSL-1.0
#include "moments.hpp"

#include <algorithm>

namespace tollgate::sleep_test {

using std::chrono::microseconds;

measure::moments moments_within(std::chrono::milliseconds slice, std::uint64_t seed) {
    constexpr microseconds falling_asleep{50};
    constexpr microseconds latest{1'800};
    return {falling_asleep, std::min<microseconds>(latest, microseconds(slice) * 9 / 10), seed};
}

} // namespace tollgate::sleep_test
