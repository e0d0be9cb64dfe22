// SPDX-License-Identifier: BSL-1.0
//
// What is called for a timer that is due may do with the set and all of its timers whatever it
// likes.
#include <tollgate/faults/scripted_clock.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

namespace tollgate::timer {

using faults::scripted_clock;

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using moment_of_script = scripted_clock::time_point;

/// Several that are all due at the next pass.
template <class Queue>
class reentrancy : public testing::Test {
protected:
    reentrancy() {
        scripted_clock::set(1h);
        for (int i = 0; i < 4; ++i) {
            own.push_back(std::make_unique<timer>());
            all.arm_at(*own.back(), moment_of_script(59min + i * 1us));
        }
    }
    ~reentrancy() override {
        for (const auto& one : own) {
            if (one != nullptr) {
                all.cancel(*one);
            }
        }
    }

    timers<scripted_clock, Queue> all;
    std::vector<std::unique_ptr<timer>> own;
};
using reentered_queues = testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(reentrancy, reentered_queues);

TYPED_TEST(reentrancy, destroys_itself) {
    int found = 0;
    this->all.pass([&](timer& due) {
        for (auto& one : this->own) {
            if (one.get() == &due) {
                one.reset();
                ++found;
            }
        }
    });
    EXPECT_EQ(found, 4);
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(reentrancy, destroys_all_others) {
    int found = 0;
    this->all.pass([&](timer& due) {
        ++found;
        for (auto& one : this->own) {
            if (one.get() != &due) {
                this->all.cancel(*one);
                one.reset();
            }
        }
    });
    EXPECT_EQ(found, 1);
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(reentrancy, lets_the_others_rest) {
    int found = 0;
    this->all.pass([&](timer& due) {
        ++found;
        for (auto& one : this->own) {
            if (one.get() != &due) {
                this->all.rest(*one);
            }
        }
    });
    EXPECT_EQ(found, 1);
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(reentrancy, moves_the_others_later) {
    int found = 0;
    const auto move = [&](timer&) {
        ++found;
        for (auto& one : this->own) {
            if (one->is_armed()) {
                this->all.arm_at(*one, moment_of_script(1h + 1ms));
            }
        }
    };
    this->all.pass(move);
    EXPECT_EQ(found, 1);
    EXPECT_FALSE(this->all.is_empty());
    scripted_clock::since_epoch += 1ms + TypeParam::resolution;
    this->all.pass(move);
    EXPECT_EQ(found, 4);
}

TYPED_TEST(reentrancy, moves_the_others_earlier) {
    this->all.arm_at(*this->own[3], moment_of_script(2h));
    int found = 0;
    const auto next = this->all.pass([&](timer&) {
        if (++found == 1) {
            this->all.arm_at(*this->own[3], moment_of_script(30min));
        }
    });
    EXPECT_EQ(found, 3); // it is news
    EXPECT_LE(next, moment_of_script(1h));
    this->all.pass([&](timer&) { ++found; });
    EXPECT_EQ(found, 4);
}

// And the pass comes to its end.
TYPED_TEST(reentrancy, arms_itself_for_the_past_and_for_no_time) {
    int found = 0;
    const auto again = [&](timer& due) {
        ++found;
        if (found % 2 == 0) {
            this->all.arm_at(due, moment_of_script(0ns));
        } else {
            this->all.arm_after(due, -1ns);
        }
    };
    const auto next = this->all.pass(again);
    EXPECT_EQ(found, 4);
    EXPECT_LE(next, moment_of_script(1h));
    scripted_clock::since_epoch += TypeParam::resolution;
    this->all.pass(again);
    EXPECT_GE(found, 6);
    EXPECT_LE(found, 8);
}

TYPED_TEST(reentrancy, arms_for_one_nanosecond_later) {
    int found = 0;
    this->all.pass([&](timer& due) {
        ++found;
        this->all.arm_at(due, scripted_clock::now() + 1ns);
    });
    EXPECT_EQ(found, 4);
}

// What is thrown leaves the set as if the call had come back.
TYPED_TEST(reentrancy, throws) {
    int found = 0;
    const auto fail = [&](timer&) {
        ++found;
        throw std::runtime_error("by the check");
    };
    EXPECT_THROW(this->all.pass(fail), std::runtime_error);
    EXPECT_EQ(found, 1);
    this->all.pass([&](timer&) { ++found; });
    EXPECT_EQ(found, 4);
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(reentrancy, the_order_is_that_of_the_deadlines) {
    const std::vector<nanoseconds> times{30us, 10us, 20us, 15us};
    for (std::size_t i = 0; i < times.size(); ++i) {
        this->all.arm_after(*this->own[i], times[i]);
    }
    std::vector<const timer*> seen;
    this->all.pass([&](const timer& due) { seen.push_back(&due); });
    EXPECT_TRUE(seen.empty());
    scripted_clock::since_epoch += 1ms;
    this->all.pass([&](const timer& due) { seen.push_back(&due); });
    std::vector<const timer*> wanted;
    for (const std::size_t i : {1, 3, 2, 0}) {
        wanted.push_back(this->own[i].get());
    }
    EXPECT_EQ(seen, wanted);
}

} // namespace
} // namespace tollgate::timer
