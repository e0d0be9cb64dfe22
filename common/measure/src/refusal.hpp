// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/measure/clock_refused.hpp>

namespace tollgate::measure {

/// Throws clock_refused unless ticks of this counter may be taken as time. Pure.
void refuse_unusable_counter(const clock::invariance& counter, const clock::rate& found);

} // namespace tollgate::measure
