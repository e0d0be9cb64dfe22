// SPDX-License-Identifier: BSL-1.0
#include "thread_id.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {

std::int64_t this_thread_id() noexcept {
    if (this_thread.id == 0) [[unlikely]] {
        this_thread.id = ::gettid();
    }
    return this_thread.id;
}

void name_this_thread(const char* name) noexcept {
    ::pthread_setname_np(::pthread_self(), name);
}

} // namespace tollgate::liveness::detail
