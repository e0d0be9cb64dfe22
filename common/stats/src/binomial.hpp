// SPDX-License-Identifier: BSL-1.0
#pragma once

// The binomial distribution, the one place that knows who computes it.

#include <cstddef>

namespace tollgate::stats {

// The probability of at most `successes` in `trials` of probability p each, good to about
// 1e-13 relative for hundreds of trials. Precondition: successes <= trials, 0 <= p <= 1.
[[nodiscard]] double binomial_at_most(std::size_t successes, std::size_t trials, double p);

} // namespace tollgate::stats
