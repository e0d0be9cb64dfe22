// SPDX-License-Identifier: BSL-1.0
//
// The line of ready fibers where the memory for a longer one is refused.
#include "../scene.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/ready_line.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/future.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <new>
#include <random>
#include <utility>
#include <vector>

namespace {

bool memory_is_refused = false;

} // namespace

// By that which throws, which is also a sanitizer's.
void* operator new[](std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
    try {
        return memory_is_refused ? nullptr : ::operator new[](size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

namespace tollgate::fiber {
namespace {

/// A line beside what it must hold: its array, and those behind that.
class line_and_twin {
public:
    line_and_twin(std::size_t capacity, std::vector<boost::fibers::context*> fibers, unsigned seed)
        : line_(capacity), out_(std::move(fibers)), random_(seed) {}

    void do_something() {
        switch (random_() % 8) {
        case 0:
            memory_is_refused = random_() % 2 == 0;
            break;
        case 1:
            line_.close_up();
            break;
        case 2:
        case 3:
        case 4:
            for (std::size_t i = random_() % 9; i > 0 && !out_.empty(); --i) {
                push();
            }
            break;
        default:
            for (std::size_t i = random_() % 9; i > 0 && !line_.is_empty(); --i) {
                pop();
            }
        }
        ASSERT_EQ(line_.has_any(), !in_.empty());
        ASSERT_LE(line_.size(), in_.size());
        ASSERT_EQ(line_.is_empty(), line_.size() == 0);
    }

    void empty() {
        memory_is_refused = false;
        while (line_.has_any()) {
            line_.close_up();
            ASSERT_FALSE(line_.is_empty());
            pop();
        }
        ASSERT_TRUE(in_.empty());
    }

private:
    void push() {
        boost::fibers::context& one = *out_.back();
        out_.pop_back();
        in_.push_back(&one);
        if (line_.can_pop_and_push()) {
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

TEST(a_line, is_first_in_first_out_whatever_memory_is_refused) {
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

TEST(turns, come_in_order_where_the_memory_for_a_longer_line_is_refused) {
    play([] {
        constexpr int fibers = 300;
        memory_is_refused = true;
        const std::vector<int> turns = turns_of(fibers, 20);
        memory_is_refused = false;
        expect_in_turn(turns, fibers);
        expect_in_turn(turns_of(fibers, 20), fibers); // with memory again
    });
}

TEST(turns, are_had_by_all_that_wait_while_memory_is_refused) {
    play([] {
        memory_is_refused = true;
        int awake = 0;
        {
            channel<int, scripted_clock> items(0);
            cast all;
            for (int i = 0; i < 300; ++i) {
                all.add([&] { awake += items.pop() ? 0 : 1; });
            }
            give_way(3);
            items.close();
        }
        memory_is_refused = false;
        EXPECT_EQ(awake, 300);
    });
}

TEST(a_swap, takes_along_those_without_room_too) {
    play([] {
        for (const int picks_before : {0, 200}) {
            int turns = 0;
            {
                cast all;
                give_way(picks_before);
                memory_is_refused = true;
                for (int i = 0; i < 300; ++i) {
                    all.add([&turns] { ++turns; });
                }
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
                memory_is_refused = false;
            }
            EXPECT_EQ(turns, 300);
        }
    });
}

} // namespace
} // namespace tollgate::fiber
