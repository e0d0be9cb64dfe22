// SPDX-License-Identifier: BSL-1.0
#include "context_loops.hpp"
#include "fibers_in_checks.hpp"

#include <tollgate/faults/counting_probe.hpp>
#include <tollgate/faults/ring_turns.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace {

using namespace tollgate::faults;
using namespace tollgate::fiber_test;

std::shared_ptr<fiber_lanes> new_lanes() {
    return std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
}

// The last turn is the thread's own context's or the other's, in turn.
TEST(context_pair, takes_turns) {
    const auto lanes = new_lanes();
    for (std::uint64_t operations = 0; operations < 20; ++operations) {
        counting_probe probe(operations);
        const auto report = context_pair{lanes, stack_cache(small_stack)}(probe);
        EXPECT_EQ(report.turns, turns_in_a_ring(operations + 1, 2)) << operations;
        EXPECT_EQ(probe.turns(), operations + 1);
        EXPECT_TRUE(probe.in_order());
    }
}

TEST(context_ring, takes_turns) {
    const auto lanes = new_lanes();
    for (const std::size_t contexts : {2, 3, 4, 50, 1000}) {
        for (const std::uint64_t operations :
             {std::size_t{0}, std::size_t{1}, contexts - 1, contexts, 3 * contexts + 1}) {
            counting_probe probe(operations);
            const auto report = context_ring{lanes, contexts, stack_cache(small_stack)}(probe);
            EXPECT_EQ(report.turns, turns_in_a_ring(operations + 1, contexts))
                << contexts << " contexts, " << operations << " operations";
            EXPECT_EQ(probe.turns(), operations + 1);
            EXPECT_TRUE(probe.in_order());
        }
    }
}

} // namespace
