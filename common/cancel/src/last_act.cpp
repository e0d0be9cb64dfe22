// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/last_act.hpp>

#include "wake_descriptor.hpp"

namespace tollgate::cancel::detail {

void last_act::perform() const noexcept {
    of_parker.finish();
    if (of_descriptor) {
        of_descriptor->wake();
    }
}

} // namespace tollgate::cancel::detail
