// SPDX-License-Identifier: BSL-1.0
#include "thread_id.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <atomic>

namespace tollgate::liveness::detail {

std::int64_t this_thread_id() noexcept {
    static constinit std::atomic<std::int64_t> last{0};
    if (this_thread.id == 0) {
        this_thread.id = ++last;
    }
    return this_thread.id;
}

void name_this_thread(const char* /*name*/) noexcept {}

} // namespace tollgate::liveness::detail
