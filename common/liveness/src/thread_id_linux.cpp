// SPDX-License-Identifier: BSL-1.0
#include "thread_id.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <unistd.h>

namespace tollgate::liveness::detail {

std::int64_t this_thread_id() noexcept {
    if (this_thread.id == 0) [[unlikely]] {
        this_thread.id = ::gettid();
    }
    return this_thread.id;
}

} // namespace tollgate::liveness::detail
