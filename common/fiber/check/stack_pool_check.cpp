// SPDX-License-Identifier: BSL-1.0
#include "scene.hpp"

#include <tollgate/fiber/stack_pool.hpp>

#include <boost/context/stack_context.hpp>
#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using boost::context::stack_context;

std::uintptr_t end_of(const stack_context& one) {
    return reinterpret_cast<std::uintptr_t>(one.sp);
}

class stack_pools : public testing::TestWithParam<stack_pool::pages> {};
INSTANTIATE_TEST_SUITE_P(with, stack_pools,
                         testing::Values(stack_pool::pages::usual, stack_pool::pages::huge),
                         [](const auto& one) {
                             return one.param == stack_pool::pages::huge ? "huge_pages"
                                                                         : "usual_pages";
                         });

TEST_P(stack_pools, have_stacks_of_their_size_that_do_not_meet) {
    for (const std::size_t size : {1, 8'192, 10'001, 65'536, 3'000'000}) {
        stack_pool pool(size, GetParam());
        std::vector<std::pair<std::uintptr_t, std::uintptr_t>> all;
        std::vector<stack_context> taken;
        for (int i = 0; i < 100; ++i) {
            stack_context one = pool.allocate();
            EXPECT_GE(one.size, size);
            EXPECT_EQ(end_of(one) % 16, 0U);
            all.emplace_back(end_of(one) - one.size, end_of(one));
            std::memset(static_cast<char*>(one.sp) - std::min<std::size_t>(one.size, 4'096), i,
                        std::min<std::size_t>(one.size, 4'096));
            taken.push_back(one);
        }
        std::sort(all.begin(), all.end());
        for (std::size_t i = 1; i < all.size(); ++i) {
            ASSERT_LE(all[i - 1].second, all[i].first) << size;
        }
        for (stack_context& one : taken) {
            pool.deallocate(one);
        }
    }
}

// Which set of the first cache the control block falls into.
TEST_P(stack_pools, begin_in_sixteen_places_of_a_page_as_often_in_each) {
    stack_pool pool(16'384, GetParam());
    std::vector<int> begin(16);
    for (int i = 0; i < 1'600; ++i) {
        ++begin[end_of(pool.allocate()) % 4'096 / 256];
    }
    for (const int count : begin) {
        EXPECT_NEAR(count, 100, 10);
    }
}

TEST_P(stack_pools, give_the_last_stack_again_through_any_copy) {
    stack_pool pool(16'384, GetParam());
    stack_pool copy = pool;
    stack_context one = pool.allocate();
    stack_context other = copy.allocate();
    EXPECT_NE(one.sp, other.sp);
    void* const was = one.sp;
    copy.deallocate(one);
    EXPECT_EQ(pool.allocate().sp, was);
}

TEST_P(stack_pools, outlive_themselves_while_fibers_use_them) {
    play([&] {
        int ended = 0;
        cast all;
        {
            stack_pool pool(32'768, GetParam());
            for (int i = 0; i < 50; ++i) {
                all.add(std::allocator_arg, pool, [&ended] {
                    give_way(3);
                    ++ended;
                });
            }
        }
        all.join();
        EXPECT_EQ(ended, 50);
    });
}

TEST(a_stack_pool, of_stacks_that_no_machine_has_is_refused) {
    EXPECT_THROW(stack_pool{std::numeric_limits<std::size_t>::max()}, std::bad_alloc);
    stack_pool large(std::size_t{1} << 60);
    EXPECT_THROW(static_cast<void>(large.allocate()), std::bad_alloc);
    EXPECT_THROW(static_cast<void>(large.allocate()), std::bad_alloc) << "and again";
}

} // namespace
} // namespace tollgate::fiber
