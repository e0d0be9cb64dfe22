// SPDX-License-Identifier: BSL-1.0
#include <tollgate/queue/detail/current_cpu.hpp>

namespace tollgate::queue::detail {

int current_cpu() noexcept {
    return -1;
}

} // namespace tollgate::queue::detail
