// SPDX-License-Identifier: BSL-1.0
//
// Two threads that each store and then load what the other one stores, on the hardware. In every
// order at least one must see the other's store if one side is light and the other side heavy.
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <thread>
#include <vector>

namespace tollgate::fence {
namespace {

using order = std::memory_order;

struct outcomes {
    std::uint32_t both_saw = 0; ///< the two ran at the same time
    std::uint32_t one_only = 0;
    std::uint32_t neither = 0;
};

/// The shared data, far enough apart not to share cache lines. The stored value is the number of
/// the round.
struct arena {
    alignas(128) testing::meeting together;
    alignas(128) std::atomic<std::uint32_t> here{0};
    alignas(128) std::atomic<std::uint32_t> there{0};
    alignas(128) bool saw_there = false;
    bool over = false;
};

template <class Fence>
bool store_and_load(std::uint32_t round, std::atomic<std::uint32_t>& own,
                    const std::atomic<std::uint32_t>& other, Fence fence) {
    own.store(round, order::release);
    fence();
    return other.load(order::acquire) == round;
}

/// Runs a light side and a side with this fence until `over` returns true for the outcomes so far.
template <class FenceThere, class Over>
outcomes race(FenceThere fence_there, Over over) {
    const testing::watchdog watchdog("the litmus test");
    const std::vector<int> cpus = cpu::allowed_cpus();
    arena in;
    std::thread other([&] {
        const cpu::affinity_guard there(cpus[1]);
        for (std::uint32_t round = 1; !in.over; ++round) {
            in.together.pass(2 * round - 1);
            testing::dawdle(round, 32);
            in.saw_there = store_and_load(round, in.there, in.here, fence_there);
            in.together.pass(2 * round);
        }
    });
    const cpu::affinity_guard here(cpus[0]);
    outcomes all;
    for (std::uint32_t round = 1; !in.over; ++round) {
        in.together.pass(2 * round - 1);
        testing::dawdle(round, 1);
        const bool saw_here = store_and_load(round, in.here, in.there, [] { light_fence(); });
        in.over = round % 256 == 0 && over(all);
        in.together.pass(2 * round);
        all.both_saw += saw_here && in.saw_there ? 1 : 0;
        all.one_only += saw_here != in.saw_there ? 1 : 0;
        all.neither += !saw_here && !in.saw_there ? 1 : 0;
    }
    other.join();
    std::cout << all.both_saw << " met, " << all.one_only << " came one after the other, "
              << all.neither << " saw nothing\n";
    return all;
}

TEST(store_buffer, hides_nothing_from_both_of_a_light_and_a_heavy_side) {
    if (cpu::allowed_cpus().size() < 2) {
        GTEST_SKIP() << "needs two CPUs";
    }
    if (!heavy_fence_granted()) {
        GTEST_SKIP() << "membarrier is refused";
    }
    const auto start = std::chrono::steady_clock::now();
    // A busy machine makes few rounds in a second. The race goes on until the two have met.
    const outcomes all = race([] { heavy_fence(); },
                              [start](const outcomes& so_far) {
                                  const auto passed = std::chrono::steady_clock::now() - start;
                                  return passed > std::chrono::minutes(1) ||
                                         (passed > std::chrono::seconds(1) && so_far.both_saw > 0);
                              });
    EXPECT_EQ(all.neither, 0);
    EXPECT_GT(all.both_saw, 0);
}

} // namespace
} // namespace tollgate::fence
