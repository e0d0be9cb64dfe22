// SPDX-License-Identifier: BSL-1.0
#include "context_loops.hpp"
#include "fibers_in_checks.hpp"
#include "yield_ring.hpp"

#include <tollgate/fiber/stack_pool.hpp>
#include <tollgate/testing/counting_probe.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>

namespace {

using namespace tollgate;
using namespace tollgate::testing;
using namespace tollgate::fiber_test;

constexpr std::size_t yielding_rings[] = {2, 3, 4, 50, 1000};

// There is one turn more than operations: 0 operations are the first turn alone.
std::vector<std::uint64_t> numbers_of_operations(std::size_t fibers) {
    return {0, 1, fibers - 1, fibers, fibers + 1, 3 * fibers - 1, 7 * fibers + 1};
}

template <class Ring = yield_ring>
void expect_probe_calls(scheduler kind,
                        const decltype(Ring::stacks)& stacks = stack_cache(small_stack)) {
    const auto threads = std::make_shared<scheduler_threads>(kind, std::nullopt);
    for (const std::size_t fibers : yielding_rings) {
        for (const std::uint64_t operations : numbers_of_operations(fibers)) {
            SCOPED_TRACE(std::to_string(fibers) + " fibers, " + std::to_string(operations) +
                         " operations");
            counting_probe probe(operations);
            const auto report = Ring{threads, fibers, stacks}(probe);
            EXPECT_EQ(report.probe_calls, probe_calls_in_a_ring(operations + 1, fibers));
            EXPECT_EQ(probe.calls(), operations + 1);
            EXPECT_TRUE(probe.in_order());
            EXPECT_EQ(report.failures, std::vector<std::string>{});
        }
    }
}

TEST(yield_ring, alternates_under_every_scheduler_and_on_stacks_of_our_pool) {
    for (const scheduler kind :
         {scheduler::round_robin, scheduler::shared_work, scheduler::tollgate}) {
        expect_probe_calls(kind);
    }
    expect_in_own_process([] { expect_probe_calls(scheduler::work_stealing); });
    using stack_pool = tollgate::fiber::stack_pool;
    for (const auto pages : {stack_pool::pages::normal, stack_pool::pages::huge}) {
        expect_probe_calls<ring_of_yields<by_tollgate, stack_pool>>(scheduler::tollgate,
                                                                    stack_pool(small_stack, pages));
    }
}

TEST(yield_ring, reports_where_it_ran) {
    const auto threads = std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
    counting_probe probe(10);
    const auto report = yield_ring{threads, 2, stack_cache(small_stack)}(probe);
    EXPECT_THAT(report.cpus_intended, ::testing::IsEmpty());
    EXPECT_THAT(report.cpus, ::testing::SizeIs(2));
}

std::shared_ptr<scheduler_threads> new_threads() {
    return std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
}

// The loop's self-check tells whether the other context did its half of each block.
TEST(context_pair, resumes_in_blocks) {
    const auto threads = new_threads();
    for (std::uint64_t operations = 0; operations < 20; ++operations) {
        counting_probe probe(operations);
        const auto report = context_pair{threads, stack_cache(small_stack)}(probe);
        EXPECT_EQ(report.probe_calls, std::vector<std::uint64_t>{operations + 1});
        EXPECT_EQ(report.units_per_operation, context_pair::block);
        EXPECT_EQ(report.failures, std::vector<std::string>{});
        EXPECT_EQ(probe.calls(), operations + 1);
        EXPECT_TRUE(probe.in_order());
    }
}

TEST(context_ring, alternates) {
    const auto threads = new_threads();
    for (const std::size_t contexts : {2, 3, 4, 50, 1000}) {
        for (const std::uint64_t operations :
             {std::size_t{0}, std::size_t{1}, contexts - 1, contexts, 3 * contexts + 1}) {
            counting_probe probe(operations);
            const auto report = context_ring{threads, contexts, stack_cache(small_stack)}(probe);
            EXPECT_EQ(report.probe_calls, probe_calls_in_a_ring(operations + 1, contexts))
                << contexts << " contexts, " << operations << " operations";
            EXPECT_EQ(probe.calls(), operations + 1);
            EXPECT_TRUE(probe.in_order());
        }
    }
}

} // namespace
