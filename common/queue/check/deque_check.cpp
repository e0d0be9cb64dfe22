// SPDX-License-Identifier: BSL-1.0
//
// Any sequence of calls by one thread has the same results as on a std::deque.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

/// A queue in its simplest form.
struct plain_model {
    std::size_t capacity;
    std::deque<int> inside{};
    bool closed = false;

    /// `blocked`: the result where the call would have to wait.
    status push(int element, status blocked) {
        if (closed) {
            return status::closed;
        }
        if (inside.size() == capacity) {
            return blocked;
        }
        inside.push_back(element);
        return status::done;
    }
    status pop(int& element, status blocked) {
        if (inside.empty()) {
            return closed ? status::closed : blocked;
        }
        element = inside.front();
        inside.pop_front();
        return status::done;
    }
};

template <class Kind>
class call_sequence : public ::testing::Test {
protected:
    using queue_type = typename Kind::template scripted<int>;

    void push(int element) {
        switch (random_() % 5) {
        case 0:
            EXPECT_EQ(tested_->try_push(element), model_.push(element, status::full));
            break;
        case 1:
            EXPECT_EQ(tested_->push(element, while_waiting(cancelled_)),
                      model_.push(element, status::cancelled));
            break;
        case 3:
            EXPECT_EQ(tested_->push(element, cancelled_), status::cancelled);
            break;
        default:
            push_with_deadline(element);
        }
    }
    void push_with_deadline(int element) {
        if constexpr (!Kind::is_bounded) {
            EXPECT_EQ(tested_->push(element), model_.push(element, status::timeout));
        } else if (random_() % 2 == 0) {
            EXPECT_EQ(tested_->push_for(1us, element), model_.push(element, status::timeout));
        } else {
            EXPECT_EQ(tested_->push_until(scripted_time::present() - 1us, element),
                      model_.push(element, status::timeout));
        }
    }
    void pop() {
        switch (random_() % 5) {
        case 0:
            return expect(tested_->try_pop(), status::empty);
        case 1:
            return expect(tested_->pop(while_waiting(cancelled_)), status::cancelled);
        case 3:
            EXPECT_EQ(tested_->pop(cancelled_).status(), status::cancelled);
            return;
        case 2:
            return expect(tested_->pop_for(1us), status::timeout);
        default:
            return expect(tested_->pop_until(scripted_time::present() - 1us), status::timeout);
        }
    }

    void play(std::size_t capacity, unsigned seed) {
        random_.seed(seed);
        tested_.emplace(capacity);
        model_ = {Kind::is_bounded ? capacity : std::numeric_limits<std::size_t>::max()};
        for (int step = 0; step < 300 && !HasFailure(); ++step) {
            SCOPED_TRACE(step);
            // The queue is rather full for 50 steps, then rather empty.
            const unsigned pushes_of_8 = step / 50 % 2 == 0 ? 5 : 3;
            if (random_() % 8 < pushes_of_8) {
                push(step);
            } else {
                pop();
            }
            if (step > 200 && random_() % 32 == 0) {
                tested_->close();
                model_.closed = true;
            }
            EXPECT_EQ(tested_->size(), model_.inside.size());
            if constexpr (Kind::is_bounded) {
                EXPECT_EQ(tested_->capacity(), capacity);
            }
            EXPECT_EQ(tested_->is_closed(), model_.closed);
        }
        EXPECT_EQ(kernel_.wake_ones, 0U) << "no thread waited";
    }

private:
    void expect(popped<int> result, status blocked) {
        int expected = 0;
        EXPECT_EQ(result.status(), model_.pop(expected, blocked));
        if (result) {
            EXPECT_EQ(*result, expected);
        }
    }

    void SetUp() override { cancelled_.cancel(); }

    testing::scripted_kernel kernel_;
    cancel::standalone_token cancelled_;
    std::mt19937 random_;
    std::optional<queue_type> tested_;
    plain_model model_{1};
};
TYPED_TEST_SUITE(call_sequence, kinds, kind_name);

TYPED_TEST(call_sequence, has_the_results_of_a_deque) {
    for (std::size_t capacity = 1; capacity <= 5 && !this->HasFailure(); ++capacity) {
        for (unsigned seed = 1; seed <= 30 && !this->HasFailure(); ++seed) {
            SCOPED_TRACE(::testing::Message() << "capacity " << capacity << ", seed " << seed);
            this->play(capacity, seed);
        }
    }
}

template <class Kind>
class limited_queue : public call_sequence<Kind> {};
TYPED_TEST_SUITE(limited_queue, bounded_kinds, kind_name);

TYPED_TEST(limited_queue, needs_a_possible_capacity) {
    constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max();
    EXPECT_THROW(typename TestFixture::queue_type(0), std::invalid_argument);
    EXPECT_THROW(typename TestFixture::queue_type{too_many}, std::invalid_argument)
        << "it cannot even be rounded up";
}

} // namespace
} // namespace tollgate::queue
