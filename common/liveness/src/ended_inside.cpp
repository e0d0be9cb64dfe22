// SPDX-License-Identifier: BSL-1.0
#include "ended_inside.hpp"

#include <cstdio>
#include <cstdlib>

namespace tollgate::liveness::detail {
namespace {

constinit thread_local bool has_ended_inside = false;

} // namespace

void join_or_leave(std::thread& one) noexcept {
    if (one.get_id() == std::this_thread::get_id()) {
        has_ended_inside = true;
        one.detach();
    } else if (one.joinable()) {
        one.join();
    }
}

void refuse_if_ended_inside() noexcept {
    if (has_ended_inside) {
        std::fputs("tollgate::liveness: a sink or on_pulse destroyed its own registry\n", stderr);
        std::abort();
    }
}

} // namespace tollgate::liveness::detail
