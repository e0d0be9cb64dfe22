// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/current_cpu.hpp>

namespace tollgate::sleep {

int current_cpu() noexcept {
    return -1;
}

} // namespace tollgate::sleep
