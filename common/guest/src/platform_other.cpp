// SPDX-License-Identifier: BSL-1.0
#include "platform.hpp"

namespace tollgate::guest {

void adopt_orphans() noexcept {}

void go_first() noexcept {}

void end_with_parent() noexcept {}

bool run_on(const std::vector<int>&) noexcept {
    return true;
}

pid_t any_child(pid_t) noexcept {
    return 0;
}

std::optional<std::uint64_t> resident_bytes(pid_t) {
    return std::nullopt;
}

bool strays(pid_t, const std::vector<int>&) {
    return false;
}

} // namespace tollgate::guest
