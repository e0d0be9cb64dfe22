// SPDX-License-Identifier: BSL-1.0
#include "stack_cache.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace {

using boost::context::stack_context;
using tollgate::fiber_test::stack_cache;

constexpr std::size_t size = 16'384;

std::set<void*> tops(const std::vector<stack_context>& stacks) {
    std::set<void*> all;
    for (const stack_context& one : stacks) {
        all.insert(one.sp);
    }
    return all;
}

std::vector<stack_context> taken(const stack_cache& from, std::size_t count) {
    std::vector<stack_context> stacks;
    for (std::size_t i = 0; i < count; ++i) {
        stacks.push_back(from.allocate());
    }
    return stacks;
}

void give_back(const stack_cache& to, std::vector<stack_context>& stacks) {
    for (stack_context& one : stacks) {
        to.deallocate(one);
    }
}

TEST(stack_cache, gives_the_same_stacks_again_through_any_copy) {
    const stack_cache first(size);
    const std::vector<stack_cache> copies(3, first);
    std::vector<stack_context> before = taken(first, 20);
    EXPECT_EQ(tops(before).size(), 20U);
    give_back(copies[1], before);
    std::vector<stack_context> after = taken(copies[2], 20);
    EXPECT_EQ(tops(after), tops(before));
    give_back(first, after);
}

TEST(stack_cache, makes_more_when_none_is_left) {
    const stack_cache cache(size);
    std::vector<stack_context> few = taken(cache, 2);
    give_back(cache, few);
    std::vector<stack_context> many = taken(cache, 5);
    EXPECT_EQ(tops(many).size(), 5U);
    for (const stack_context& one : many) {
        EXPECT_EQ(one.size, size);
    }
    give_back(cache, many);
}

} // namespace
