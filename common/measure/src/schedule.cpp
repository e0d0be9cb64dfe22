// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/schedule.hpp>

namespace tollgate::measure {

std::uint64_t schedule::groups() const {
    std::uint64_t sum = 0;
    for (const segment& part : segments) {
        sum += part.groups;
    }
    return sum;
}

std::uint64_t schedule::operations() const {
    std::uint64_t sum = warmup;
    for (const segment& part : segments) {
        sum += part.operations();
    }
    return sum;
}

} // namespace tollgate::measure
