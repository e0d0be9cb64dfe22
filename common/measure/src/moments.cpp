// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/moments.hpp>

namespace tollgate::measure {

moments::moments(nanoseconds first, nanoseconds last, std::uint64_t seed)
    : first_(first), last_(last), random_(seed) {}

std::chrono::nanoseconds moments::next() {
    std::uniform_int_distribution<std::int64_t> any(first_.count(), last_.count());
    return nanoseconds(any(random_));
}

} // namespace tollgate::measure
