// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/scheduling.hpp>

namespace tollgate::measure {

scheduling scheduling_of_this_thread() noexcept {
    return {-1, 0, 0, -1};
}

scheduled_as::scheduled_as(const scheduling&) noexcept {}
scheduled_as::~scheduled_as() = default;

} // namespace tollgate::measure
