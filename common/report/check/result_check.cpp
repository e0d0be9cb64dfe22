// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/result.hpp>

#include <gtest/gtest.h>

namespace tollgate::report {
namespace {

TEST(result, is_partial_only_when_interrupted) {
    result seen;
    using measure::stop_reason;
    for (const auto why :
         {stop_reason::converged, stop_reason::budget, stop_reason::rounds, stop_reason::failed}) {
        seen.stopped = why;
        EXPECT_FALSE(seen.partial());
    }
    seen.stopped = stop_reason::interrupted;
    EXPECT_TRUE(seen.partial());
}

TEST(result, is_proven_unless_any_proof_failed) {
    result seen;
    seen.cases.resize(2);
    EXPECT_TRUE(seen.proven());
    result other = seen;
    other.stopped = measure::stop_reason::failed;
    EXPECT_FALSE(other.proven());
    other = seen;
    other.cases[1].record.failures = {"turns lost"};
    EXPECT_FALSE(other.proven());
    other = seen;
    other.twins.resize(2);
    EXPECT_TRUE(other.proven());
    other.twins[1].record.failures = {"turns lost"};
    EXPECT_FALSE(other.proven());
    other = seen;
    other.failures = {"a shorter slice was later"};
    EXPECT_FALSE(other.proven()) << "though each case by itself was right";
}

TEST(classical_figure, is_the_mean_less_the_mean_of_the_calls) {
    EXPECT_DOUBLE_EQ(
        (classical_figure{"", "", "", 386'241'000, 106'640'000, 4'000'000}.compensated_ns()),
        69.90025);
    EXPECT_DOUBLE_EQ((classical_figure{"", "", "", 10, 30, 4}.compensated_ns()), -5);
    EXPECT_EQ((classical_figure{}.compensated_ns()), 0);
}

} // namespace
} // namespace tollgate::report
