// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>

namespace tollgate::clock {

invariance judge_counter() {
    return {true, "the Arm generic timer counts at a constant rate by architecture"};
}

} // namespace tollgate::clock
