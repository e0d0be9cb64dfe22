// SPDX-License-Identifier: BSL-1.0
//
// The queue of ready fibers, which grows.
#include "../scenario.hpp"

#include <tollgate/fiber/detail/ready_queue.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/future.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <random>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

/// A ready queue, and a model of its contents.
class queue_and_model {
public:
    queue_and_model(std::size_t capacity, std::vector<boost::fibers::context*> fibers,
                    unsigned seed)
        : queue_(capacity), out_(std::move(fibers)), random_(seed) {}

    void push_and_pop() {
        for (std::size_t i = random_() % 9; i > 0 && !out_.empty(); --i) {
            push();
        }
        for (std::size_t i = random_() % 9; i > 0 && !queue_.is_empty(); --i) {
            pop();
        }
        ASSERT_EQ(queue_.size(), in_.size());
        ASSERT_EQ(queue_.is_empty(), in_.empty());
    }

    void empty() {
        while (!queue_.is_empty()) {
            pop();
        }
        ASSERT_TRUE(in_.empty());
    }

private:
    void push() {
        boost::fibers::context& fiber = *out_.back();
        out_.pop_back();
        in_.push_back(&fiber);
        if (!queue_.is_empty()) {
            popped(queue_.pop_and_push(fiber));
        } else {
            queue_.push(fiber);
        }
    }
    void pop() { popped(queue_.pop()); }
    void popped(boost::fibers::context& fiber) {
        ASSERT_FALSE(in_.empty());
        ASSERT_EQ(&fiber, in_.front());
        in_.pop_front();
        out_.push_back(&fiber);
    }

    detail::ready_queue queue_;
    std::vector<boost::fibers::context*> out_;
    std::deque<boost::fibers::context*> in_;
    std::mt19937 random_;
};

TEST(a_ready_queue, is_first_in_first_out_while_it_grows) {
    run_on_thread([] {
        std::vector<boost::fibers::context*> fibers;
        boost::fibers::promise<void> over;
        const boost::fibers::shared_future<void> is_over = over.get_future().share();
        fiber_group all;
        for (int i = 0; i < 300; ++i) {
            all.add([&fibers, is_over] {
                fibers.push_back(boost::fibers::context::active());
                is_over.wait();
            });
        }
        yield_both_ways(3);
        ASSERT_EQ(fibers.size(), 300);
        for (unsigned seed = 0; seed < 200 && !::testing::Test::HasFatalFailure(); ++seed) {
            queue_and_model both(2 + seed % 70, fibers, seed);
            for (int i = 0; i < 500 && !::testing::Test::HasFatalFailure(); ++i) {
                both.push_and_pop();
            }
            both.empty();
        }
        over.set_value();
    });
}

TEST(a_swap, moves_a_grown_ready_queue_to_the_new_algorithm) {
    run_on_thread([] {
        for (const int picks_before : {0, 200}) {
            int runs = 0;
            {
                fiber_group all;
                yield_both_ways(picks_before);
                for (int i = 0; i < 300; ++i) {
                    all.add([&runs] { ++runs; });
                }
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
            }
            EXPECT_EQ(runs, 300);
        }
    });
}

} // namespace
} // namespace tollgate::fiber
