// SPDX-License-Identifier: BSL-1.0
#include <tollgate/timer/fifo.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::timer {
namespace {

void forget_one() {
    fifo all;
    entry one;
    all.arm(one, std::chrono::seconds(1));
}

// As all that is built for mutants, this has its assertions.
TEST(forgotten, is_refused) {
    EXPECT_DEATH(forget_one(), "destroyed while it is linked");
}

} // namespace
} // namespace tollgate::timer
