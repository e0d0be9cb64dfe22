// SPDX-License-Identifier: BSL-1.0
#pragma once

// How many standard errors wide a two-sided interval is when the standard error itself is known
// from few values only.
//
// The quantile of Student's t ("The Probable Error of a Mean", Biometrika 6 (1908)), by Boost.Math.

namespace tollgate::stats {

// The t that |T| exceeds with probability 1 - confidence. `degrees` need not be whole, which
// Welch's approximation makes use of. Precondition: degrees > 0, 0 < confidence < 1.
[[nodiscard]] double student_quantile(double confidence, double degrees);

// The probability that |T| is at least that large. Precondition: t is not NaN, degrees > 0.
[[nodiscard]] double student_p_value(double t, double degrees);

} // namespace tollgate::stats
