// SPDX-License-Identifier: BSL-1.0
#include "../scenario.hpp"

#include <tollgate/fiber/stack_pool.hpp>

#include <boost/context/stack_context.hpp>
#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using boost::context::stack_context;

std::uintptr_t end_of(const stack_context& stack) {
    return reinterpret_cast<std::uintptr_t>(stack.sp);
}

std::size_t page() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

#if defined(__linux__)
bool is_in_memory(std::uintptr_t address) {
    unsigned char residency = 0;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): only the address is known
    auto* const begin = reinterpret_cast<void*>(address / page() * page());
    EXPECT_EQ(::mincore(begin, page(), &residency), 0);
    return (residency & 1) != 0;
}

/// During its life the process can take at most so many bytes of addresses more.
class address_limit {
public:
    explicit address_limit(std::size_t more) {
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        taken_ = pages * page();
        EXPECT_EQ(::getrlimit(RLIMIT_AS, &before_), 0);
        rlimit now = before_;
        now.rlim_cur = taken_ + more;
        EXPECT_EQ(::setrlimit(RLIMIT_AS, &now), 0);
    }
    address_limit(const address_limit&) = delete;
    address_limit& operator=(const address_limit&) = delete;
    ~address_limit() { ::setrlimit(RLIMIT_AS, &before_); }

    /// False with a sanitizer, which takes more than any machine has, and needs more later.
    [[nodiscard]] bool is_of_use() const { return taken_ < std::size_t{1} << 40; }

private:
    std::size_t taken_ = 0;
    rlimit before_{};
};
#endif

class stack_pools : public ::testing::TestWithParam<stack_pool::pages> {};
INSTANTIATE_TEST_SUITE_P(with, stack_pools,
                         ::testing::Values(stack_pool::pages::normal, stack_pool::pages::huge),
                         [](const auto& test) {
                             return test.param == stack_pool::pages::huge ? "huge_pages"
                                                                          : "normal_pages";
                         });

TEST_P(stack_pools, have_stacks_of_their_size_that_do_not_overlap) {
    for (const std::size_t size : {1, 8'192, 10'001, 65'536, 3'000'000}) {
        stack_pool pool(size, GetParam());
        std::vector<std::pair<std::uintptr_t, std::uintptr_t>> all;
        std::vector<stack_context> taken;
        for (int i = 0; i < 100; ++i) {
            stack_context stack = pool.allocate();
            EXPECT_GE(stack.size, size);
            EXPECT_EQ(end_of(stack) % 16, 0U);
            all.emplace_back(end_of(stack) - stack.size, end_of(stack));
            std::memset(static_cast<char*>(stack.sp) - std::min<std::size_t>(stack.size, 4'096), i,
                        std::min<std::size_t>(stack.size, 4'096));
            taken.push_back(stack);
        }
        std::sort(all.begin(), all.end());
        for (std::size_t i = 1; i < all.size(); ++i) {
            ASSERT_LE(all[i - 1].second, all[i].first) << size;
        }
        for (stack_context& stack : taken) {
            pool.deallocate(stack);
        }
    }
}

// The place decides about the control block's set in the first-level cache.
TEST_P(stack_pools, spread_stacks_evenly_over_sixteen_places_of_a_page) {
    stack_pool pool(16'384, GetParam());
    std::vector<int> begin(16);
    for (int i = 0; i < 1'600; ++i) {
        ++begin[end_of(pool.allocate()) % 4'096 / 256];
    }
    for (const int count : begin) {
        EXPECT_NEAR(count, 100, 10);
    }
}

TEST_P(stack_pools, reuse_the_last_stack_through_any_copy) {
    stack_pool pool(16'384, GetParam());
    stack_pool copy = pool;
    stack_context stack = pool.allocate();
    stack_context other = copy.allocate();
    EXPECT_NE(stack.sp, other.sp);
    void* const was = stack.sp;
    copy.deallocate(stack);
    const stack_pool moved = std::move(pool);
    EXPECT_EQ(pool.allocate().sp, was); // NOLINT(bugprone-use-after-move): it is still a pool
}

TEST_P(stack_pools, keep_their_memory_while_fibers_use_it) {
    run_on_thread([&] {
        int ended = 0;
        fiber_group all;
        {
            stack_pool pool(32'768, GetParam());
            for (int i = 0; i < 50; ++i) {
                all.add(std::allocator_arg, pool, [&ended] {
                    yield_both_ways(3);
                    ++ended;
                });
            }
        }
        all.join();
        EXPECT_EQ(ended, 50);
    });
}

TEST_P(stack_pools, tell_the_spacing_of_their_stacks) {
    for (const std::size_t size : {1, 10'001, 65'536}) {
        stack_pool pool(size, GetParam());
        std::uintptr_t least = std::numeric_limits<std::uintptr_t>::max();
        std::vector<std::uintptr_t> ends;
        for (std::size_t i = 0; i < 128; ++i) {
            ends.push_back(end_of(pool.allocate()));
            // Two stacks in the same place of a page. Not all stacks are in the same mapping.
            if (i >= 16 && ends[i] > ends[i - 16]) {
                least = std::min(least, ends[i] - ends[i - 16]);
            }
        }
        EXPECT_EQ(least, 16 * pool.spacing());
    }
}

#if defined(__linux__)
TEST(a_stack_pool, does_not_touch_a_stack_that_was_not_taken) {
    stack_pool pool(65'536, stack_pool::pages::normal);
    stack_context taken;
    for (int i = 0; i < 34; ++i) { // 30 stacks of the last slab are left
        taken = pool.allocate();
    }
    for (int next = 1; next <= 30; ++next) {
        const std::uintptr_t end = end_of(taken) + next * pool.spacing();
        EXPECT_FALSE(is_in_memory(end - 1)) << next;
    }
    *(static_cast<char*>(taken.sp) - 1) = 1;
    EXPECT_TRUE(is_in_memory(end_of(taken) - 1));
}

TEST(a_stack_pool, uses_the_room_that_is_left_and_releases_it) {
    constexpr std::size_t size = std::size_t{1} << 20;
    const address_limit limit(64 * size);
    if (!limit.is_of_use()) {
        GTEST_SKIP() << "no addresses to spare";
    }
    for (int i = 0; i < 20; ++i) {
        stack_pool pool(size);
        int taken = 0;
        EXPECT_THROW(
            {
                for (; taken < 100; ++taken) {
                    static_cast<void>(pool.allocate());
                }
            },
            std::bad_alloc);
        EXPECT_GE(taken, 55);
    }
}
#endif

TEST(a_stack_pool, refuses_sizes_that_no_machine_has) {
    EXPECT_THROW(stack_pool{std::numeric_limits<std::size_t>::max()}, std::bad_alloc);
    stack_pool large(std::size_t{1} << 60);
    EXPECT_THROW(static_cast<void>(large.allocate()), std::bad_alloc);
    EXPECT_THROW(static_cast<void>(large.allocate()), std::bad_alloc) << "and again";
}

} // namespace
} // namespace tollgate::fiber
