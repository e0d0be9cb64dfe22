// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/student_quantile.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <cassert>
#include <cmath>

namespace tollgate::stats {

double student_quantile(double confidence, double degrees) {
    assert(confidence > 0 && confidence < 1);
    assert(degrees > 0);
    const boost::math::students_t distribution(degrees);
    return boost::math::quantile(complement(distribution, (1 - confidence) / 2));
}

double student_p_value(double t, double degrees) {
    assert(degrees > 0);
    if (std::isinf(t)) {
        return 0;
    }
    const boost::math::students_t distribution(degrees);
    return 2 * boost::math::cdf(complement(distribution, std::abs(t)));
}

} // namespace tollgate::stats
