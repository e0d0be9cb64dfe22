// SPDX-License-Identifier: BSL-1.0
#include "spin_or_sleep_cases.hpp"

namespace tollgate::sleep_test {

std::optional<waiter_kind> moodycamel_kind() {
    return std::nullopt;
}

} // namespace tollgate::sleep_test
