// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/refuse_wait.hpp>

#include <stdexcept>

namespace tollgate::fiber::detail {

void refuse_wait() {
    throw std::logic_error(
        "a wait needs tollgate::fiber::basic_round_robin, of its own clock, as the "
        "thread's scheduling algorithm");
}

} // namespace tollgate::fiber::detail
