// SPDX-License-Identifier: BSL-1.0
#include "thread_slack.hpp"

#include <system_error>

namespace tollgate::sleep {
namespace {

[[noreturn]] void refuse() {
    throw std::system_error(std::make_error_code(std::errc::not_supported), "timer slack");
}

} // namespace

std::chrono::nanoseconds thread_slack() {
    refuse();
}

void set_thread_slack(std::chrono::nanoseconds /*slack*/) {
    refuse();
}

} // namespace tollgate::sleep
