// SPDX-License-Identifier: BSL-1.0
#include "channel_loop.hpp"
#include "create_join.hpp"
#include "fibers_in_checks.hpp"

#include <tollgate/testing/counting_probe.hpp>

#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/pooled_fixedsize_stack.hpp>
#include <boost/fiber/protected_fixedsize_stack.hpp>
#include <boost/fiber/unbuffered_channel.hpp>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace tollgate::testing;
using namespace tollgate::fiber_test;

constexpr std::uint64_t fibers_made = 300;

struct stack_counts {
    std::uint64_t made = 0;
    std::uint64_t given_back = 0;
};

/// Counts stacks, independently of the loop.
class counted_stacks {
public:
    using traits_type = boost::fibers::fixedsize_stack::traits_type;
    static inline stack_counts counts;

    explicit counted_stacks(std::size_t size) : stacks_(size) {}

    boost::context::stack_context allocate() {
        ++counts.made;
        return stacks_.allocate();
    }
    void deallocate(boost::context::stack_context& stack) noexcept {
        ++counts.given_back;
        stacks_.deallocate(stack);
    }

private:
    boost::fibers::fixedsize_stack stacks_;
};

template <class StackAllocator>
class create_join_with : public ::testing::Test {};

using allocators =
    ::testing::Types<boost::fibers::fixedsize_stack, boost::fibers::pooled_fixedsize_stack,
                     boost::fibers::protected_fixedsize_stack>;
TYPED_TEST_SUITE(create_join_with, allocators);

TYPED_TEST(create_join_with, runs_as_many_fibers_as_it_makes) {
    const auto threads = std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
    counting_probe probe(fibers_made);
    const auto report = create_join<TypeParam>{threads, small_stack}(probe);
    EXPECT_EQ(report.probe_calls, std::vector<std::uint64_t>{fibers_made + 1});
    EXPECT_EQ(report.failures, std::vector<std::string>{});
    EXPECT_EQ(probe.calls(), fibers_made + 1);
    EXPECT_TRUE(probe.in_order());
}

TEST(create_join, makes_one_stack_an_operation_and_keeps_none) {
    const auto threads = std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
    counted_stacks::counts = {};
    counting_probe probe(fibers_made);
    static_cast<void>(create_join<counted_stacks>{threads, small_stack}(probe));
    EXPECT_EQ(counted_stacks::counts.made, fibers_made);
    EXPECT_EQ(counted_stacks::counts.given_back, fibers_made);
}

// Each fiber takes two resumes, its own and its joiner's.
TEST(create_join, resumes_each_fiber) {
    const auto threads = std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
    std::uint64_t ran = 0;
    threads->counted().run([&] {
        for (std::uint64_t i = 0; i < fibers_made; ++i) {
            boost::fibers::fiber fiber([&ran] { ++ran; });
            fiber.join();
        }
    });
    EXPECT_EQ(ran, fibers_made);
    EXPECT_GE(threads->counted().counts().picks, 2 * fibers_made);
}

TEST(channel_loop, receives_every_message) {
    using channel = boost::fibers::unbuffered_channel<long>;
    for (const scheduler kind :
         {scheduler::round_robin, scheduler::shared_work, scheduler::tollgate}) {
        const auto threads = std::make_shared<scheduler_threads>(kind, std::nullopt);
        for (const std::uint64_t messages : {0, 1, 2, 3, 300}) {
            counting_probe probe(messages);
            const auto report = channel_loop<channel>{threads, stack_cache(small_stack)}(probe);
            EXPECT_EQ(report.failures, std::vector<std::string>{}) << messages;
            EXPECT_EQ(report.probe_calls, std::vector<std::uint64_t>{messages + 1});
            EXPECT_EQ(probe.calls(), messages + 1);
            EXPECT_TRUE(probe.in_order());
        }
    }
}

} // namespace
