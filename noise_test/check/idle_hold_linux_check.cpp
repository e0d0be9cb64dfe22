// SPDX-License-Identifier: BSL-1.0
#include "idle_hold.hpp"

#include <tollgate/cpu/allowed.hpp>

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::IsEmpty;

TEST(idle_hold, proves_what_it_did) {
    measure::loop_report report;
    idle_hold(idling::as_it_is, cpu::allowed_cpus().back()).prove(report);
    EXPECT_THAT(report.counted, IsEmpty());
    idle_hold(idling::kept_busy, cpu::allowed_cpus().back()).prove(report);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_EQ(report.counted.count("turns of the thread that kept the CPU busy"), 1U);
}

} // namespace
