// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/scheduling.hpp>

namespace tollgate::measure {

scheduling scheduling_of_this_thread() noexcept {
    return {-1, 0, -1};
}

} // namespace tollgate::measure
