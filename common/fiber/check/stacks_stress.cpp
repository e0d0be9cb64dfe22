// SPDX-License-Identifier: BSL-1.0
#include "scene.hpp"

#include <tollgate/faults/sanitized.hpp>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

/// Stacks are used again, and those in use counted.
class counted_stacks {
public:
    boost::context::stack_context allocate() {
        most_ = std::max(most_, ++in_use_);
        if (spare_.empty()) {
            return boost::context::fixedsize_stack().allocate();
        }
        const boost::context::stack_context one = spare_.back();
        spare_.pop_back();
        return one;
    }
    void deallocate(const boost::context::stack_context& one) {
        --in_use_;
        spare_.push_back(one);
    }
    ~counted_stacks() {
        for (boost::context::stack_context& one : spare_) {
            boost::context::fixedsize_stack().deallocate(one);
        }
    }
    counted_stacks() = default;
    counted_stacks(const counted_stacks&) = delete;
    counted_stacks& operator=(const counted_stacks&) = delete;

    [[nodiscard]] int in_use() const { return in_use_; }
    [[nodiscard]] int most() const { return most_; }

private:
    std::vector<boost::context::stack_context> spare_;
    int in_use_ = 0;
    int most_ = 0;
};

struct stacks_of {
    using traits_type = boost::context::fixedsize_stack::traits_type;

    boost::context::stack_context allocate() { return from->allocate(); }
    void deallocate(boost::context::stack_context& one) { from->deallocate(one); }

    std::shared_ptr<counted_stacks> from;
};

TEST(stacks, of_fibers_that_have_ended_are_given_back_after_so_many_picks) {
    // Each is a thread to a thread sanitizer, which maps memory for it.
    constexpr int fibers = faults::is_thread_sanitized ? 10'000 : 1'000'000;
    const auto stacks = std::make_shared<counted_stacks>();
    int ended = 0;
    play([&] {
        for (int i = 0; i < fibers; ++i) {
            boost::fibers::fiber(std::allocator_arg, stacks_of{stacks}, [&ended] {
                ++ended;
            }).detach();
            give_way();
        }
        EXPECT_EQ(ended, fibers);
        EXPECT_LE(stacks->most(), promised_picks + 1) << "and the one that runs";
    });
    EXPECT_EQ(stacks->in_use(), 0);
}

} // namespace
} // namespace tollgate::fiber
