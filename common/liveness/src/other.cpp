// SPDX-License-Identifier: BSL-1.0
//
// On a system other than Linux a thread cannot be examined from outside, and there is no systemd.
#include "diagnose.hpp"
#include "modules.hpp"
#include "stack.hpp"

#include <tollgate/liveness/systemd_watchdog.hpp>

namespace tollgate::liveness {
namespace detail {

std::optional<thread_sample> sample_thread(std::int64_t /*thread_id*/) {
    return std::nullopt;
}

bool prepare_stacks() {
    return false;
}

void forget_questions_of_parent() noexcept {}

std::vector<std::uintptr_t> frames_of(std::int64_t /*thread_id*/) {
    return {};
}

void modules::read_anew() {}

call modules::call_at(std::uintptr_t /*address*/) const {
    return {};
}

} // namespace detail

std::optional<systemd_watchdog> systemd_watchdog::from_environment() {
    return std::nullopt;
}

void systemd_watchdog::operator()(bool /*all_alive*/,
                                  std::chrono::steady_clock::time_point /*now*/) noexcept {}

void systemd_watchdog::speak_for_this_process() noexcept {}

} // namespace tollgate::liveness
