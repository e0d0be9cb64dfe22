// SPDX-License-Identifier: BSL-1.0
#include "binomial.hpp"

#include <boost/math/distributions/binomial.hpp>

namespace tollgate::stats {

double binomial_at_most(std::size_t successes, std::size_t trials, double p) {
    const boost::math::binomial distribution(static_cast<double>(trials), p);
    return boost::math::cdf(distribution, static_cast<double>(successes));
}

} // namespace tollgate::stats
