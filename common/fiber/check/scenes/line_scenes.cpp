// SPDX-License-Identifier: BSL-1.0
//
// The line of ready fibers, which grows.
#include "../scene.hpp"

#include <tollgate/fiber/detail/ready_line.hpp>

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

/// A line beside what it must hold.
class line_and_twin {
public:
    line_and_twin(std::size_t capacity, std::vector<boost::fibers::context*> fibers, unsigned seed)
        : line_(capacity), out_(std::move(fibers)), random_(seed) {}

    void do_something() {
        for (std::size_t i = random_() % 9; i > 0 && !out_.empty(); --i) {
            push();
        }
        for (std::size_t i = random_() % 9; i > 0 && !line_.is_empty(); --i) {
            pop();
        }
        ASSERT_EQ(line_.size(), in_.size());
        ASSERT_EQ(line_.is_empty(), in_.empty());
    }

    void empty() {
        while (!line_.is_empty()) {
            pop();
        }
        ASSERT_TRUE(in_.empty());
    }

private:
    void push() {
        boost::fibers::context& one = *out_.back();
        out_.pop_back();
        in_.push_back(&one);
        if (!line_.is_empty()) {
            came(line_.pop_and_push(one));
        } else {
            line_.push(one);
        }
    }
    void pop() { came(line_.pop()); }
    void came(boost::fibers::context& one) {
        ASSERT_FALSE(in_.empty());
        ASSERT_EQ(&one, in_.front());
        in_.pop_front();
        out_.push_back(&one);
    }

    detail::ready_line line_;
    std::vector<boost::fibers::context*> out_;
    std::deque<boost::fibers::context*> in_;
    std::mt19937 random_;
};

TEST(a_line, is_first_in_first_out_however_it_grows) {
    play([] {
        std::vector<boost::fibers::context*> fibers;
        boost::fibers::promise<void> over;
        const boost::fibers::shared_future<void> is_over = over.get_future().share();
        cast all;
        for (int i = 0; i < 300; ++i) {
            all.add([&fibers, is_over] {
                fibers.push_back(boost::fibers::context::active());
                is_over.wait();
            });
        }
        give_way(3);
        ASSERT_EQ(fibers.size(), 300);
        for (unsigned seed = 0; seed < 200 && !testing::Test::HasFatalFailure(); ++seed) {
            line_and_twin both(2 + seed % 70, fibers, seed);
            for (int i = 0; i < 500 && !testing::Test::HasFatalFailure(); ++i) {
                both.do_something();
            }
            both.empty();
        }
        over.set_value();
    });
}

TEST(a_swap, takes_along_a_line_that_has_grown) {
    play([] {
        for (const int picks_before : {0, 200}) {
            int turns = 0;
            {
                cast all;
                give_way(picks_before);
                for (int i = 0; i < 300; ++i) {
                    all.add([&turns] { ++turns; });
                }
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
            }
            EXPECT_EQ(turns, 300);
        }
    });
}

} // namespace
} // namespace tollgate::fiber
