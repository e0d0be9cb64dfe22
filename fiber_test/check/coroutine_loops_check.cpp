// SPDX-License-Identifier: BSL-1.0
#include "coroutine_cases.hpp"
#include "coroutine_create.hpp"
#include "coroutine_resume.hpp"
#include "coroutine_ring.hpp"
#include "fibers_in_checks.hpp"
#include "generator_loop.hpp"

#include <tollgate/testing/counting_probe.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace tollgate::testing;
using namespace tollgate::fiber_test;

std::shared_ptr<scheduler_threads> threads_for_coroutines() {
    return std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
}

/// Runs a loop for several numbers of blocks. The self-checks of the loop must hold.
template <class Loop>
void expect_blocks(const Loop& loop, std::uint64_t units) {
    for (const std::uint64_t blocks : {0, 1, 2, 5}) {
        counting_probe probe(blocks);
        const auto report = loop(probe);
        EXPECT_EQ(report.probe_calls, std::vector<std::uint64_t>{blocks + 1});
        EXPECT_EQ(report.units_per_operation, static_cast<double>(units));
        EXPECT_EQ(report.failures, std::vector<std::string>{}) << blocks << " blocks";
        EXPECT_EQ(probe.calls(), blocks + 1);
        EXPECT_TRUE(probe.in_order());
    }
}

TEST(coroutine_ring, resumes_all_members_in_order_in_blocks_of_whole_laps) {
    const auto threads = threads_for_coroutines();
    for (const auto& [coroutines, resumes] : std::vector<std::pair<std::size_t, std::uint64_t>>{
             {2, 16'384}, {3, 16'386}, {50, 16'400}, {1000, 17'000}, {30'000, 30'000}}) {
        expect_blocks(coroutine_ring<>{threads, coroutines}, resumes);
    }
}

TEST(coroutine_resume, resumes_all_coroutines_in_blocks_of_whole_laps) {
    const auto threads = threads_for_coroutines();
    const stack_cache stacks(small_stack);
    for (const auto& [coroutines, resumes] :
         std::vector<std::pair<std::size_t, std::uint64_t>>{{2, 64}, {3, 66}, {100, 100}}) {
        expect_blocks(coroutine_resume<std_counter>{threads, coroutines, stacks}, resumes);
        expect_blocks(coroutine_resume<boost_counter>{threads, coroutines, stacks}, resumes);
    }
}

TEST(generator_loop, adds_up_the_numbers_of_both_generators) {
    const auto threads = threads_for_coroutines();
    const stack_cache stacks(small_stack);
    expect_blocks(generator_loop<std_numbers>{threads, stacks}, generator_loop<std_numbers>::block);
    expect_blocks(generator_loop<boost_numbers>{threads, stacks},
                  generator_loop<boost_numbers>::block);
}

TEST(coroutine_create, runs_each_coroutine_and_counts_the_allocations_of_frames) {
    const auto threads = threads_for_coroutines();
    expect_blocks(coroutine_create<heap_frame>{threads, {}}, coroutines_of_a_block);
    expect_blocks(coroutine_create<boost_stack>{threads, boost_stack(small_stack)},
                  coroutines_of_a_block);
    if (leaves_out_frames()) {
        expect_blocks(coroutine_create<elided_frame>{threads, {}}, coroutines_of_a_block);
    }
}

} // namespace
