// SPDX-License-Identifier: BSL-1.0
//
// The two sides of a cancellation on the hardware: the owner stores its top and looks at the phase,
// the canceller stores the phase and looks at the top. However they meet, one must see the other.
// Each part that forbids it is left out once, to see that this machine would have shown it.
#include "litmus_duel.hpp"

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel {
namespace {

constexpr std::uint32_t duels = 10'000'000 / (faults::stress_divisor * faults::stress_divisor);
using order = std::memory_order;

struct symmetric {
    static constexpr order stores = order::seq_cst;
    static constexpr order looks = order::seq_cst;
    static void between_store_and_look() noexcept {}
    static void heavy_fence() noexcept {}
};

struct light {
    static constexpr order stores = order::release;
    static constexpr order looks = order::acquire;
    static void between_store_and_look() noexcept { fence::light_fence(); }
    static void heavy_fence() noexcept { fence::heavy_fence(); }
};

struct without_heavy_fence : light {
    static void heavy_fence() noexcept {}
};

struct with_relaxed_stores : symmetric {
    static constexpr order stores = order::relaxed;
};

class litmus : public testing::Test {
protected:
    void SetUp() override {
        if (cpu::allowed_cpus().size() < 2) {
            GTEST_SKIP() << "needs two CPUs";
        }
    }
};

/// Only those mistakes are visible that the CPU makes: here it delays stores, and nothing else.
class litmus_of_mistakes : public litmus {
protected:
    void SetUp() override {
        litmus::SetUp();
#if !defined(__x86_64__)
        GTEST_SKIP() << "what this machine shows is not known";
#endif
        if (faults::stress_divisor != 1) {
            GTEST_SKIP() << "the sanitizer orders more than the program";
        }
    }
};

TEST_F(litmus, one_of_two_symmetric_sides_sees_the_other) {
    const outcomes all = duel<symmetric>(duels);
    EXPECT_EQ(all.neither, 0);
    EXPECT_GT(all.both_saw, 0);
}

TEST_F(litmus, one_of_a_light_and_a_heavy_side_sees_the_other) {
    if (!fence::heavy_fence_granted()) {
        GTEST_SKIP() << "membarrier is refused";
    }
    const outcomes all = duel<light>(duels);
    EXPECT_EQ(all.neither, 0);
    EXPECT_GT(all.both_saw, 0);
}

TEST_F(litmus_of_mistakes, the_heavy_fence_is_missed) {
    EXPECT_GT(duel<without_heavy_fence>(500'000).neither, 0);
}

TEST_F(litmus_of_mistakes, sequential_consistency_of_symmetric_stores_is_missed) {
    EXPECT_GT(duel<with_relaxed_stores>(500'000).neither, 0);
}

} // namespace
} // namespace tollgate::cancel
