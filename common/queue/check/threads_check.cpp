// SPDX-License-Identifier: BSL-1.0
//
// Several threads that really sleep, seen to do so: who is woken, by how many calls of the kernel,
// and in which order.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <utility>

namespace tollgate::queue {
namespace {

/// Some threads, each of which is asleep before the next one starts.
class sleepers {
public:
    sleepers() { watched_word::begin(); }
    ~sleepers() { join(); }
    sleepers(const sleepers&) = delete;
    sleepers& operator=(const sleepers&) = delete;

    void begin(std::function<void()> what) {
        all_.emplace_back(std::move(what));
        watched_word::await_asleep(static_cast<unsigned>(all_.size()));
    }
    void join() {
        for (std::thread& one : all_) {
            if (one.joinable()) {
                one.join();
            }
        }
    }

private:
    std::deque<std::thread> all_;
};

using watched_queue = for_many::watched<int>;

void await(const std::atomic<int>& what, int value) {
    while (what.load() != value) {
        std::this_thread::yield();
    }
}

TEST(threads_that_pop, are_served_in_the_order_in_which_they_came) {
    constexpr int threads = 5;
    watched_queue tested(1);
    std::atomic<int> got[threads] = {};
    sleepers all;
    for (std::atomic<int>& mine : got) {
        all.begin([&] { mine = *tested.pop(); });
    }
    for (int i = 0; i < threads; ++i) {
        EXPECT_EQ(tested.push(i + 1), status::done);
        await(got[i], i + 1);
    }
    all.join();
    EXPECT_EQ(watched_word::wake_ones, unsigned{threads});
}

TEST(threads_that_push, are_served_in_the_order_in_which_they_came) {
    constexpr int threads = 5;
    watched_queue tested(1);
    EXPECT_EQ(tested.push(0), status::done);
    sleepers all;
    for (int i = 1; i <= threads; ++i) {
        all.begin([&tested, i] { EXPECT_EQ(tested.push(i), status::done); });
    }
    for (int i = 0; i <= threads; ++i) {
        auto got = tested.try_pop();
        for (; !got; got = tested.try_pop()) {
            std::this_thread::yield();
        }
        EXPECT_EQ(*got, i);
    }
    all.join();
    EXPECT_EQ(watched_word::wake_ones, unsigned{threads});
}

TEST(threads_that_pop, are_woken_once_each_if_there_is_something_for_each) {
    constexpr unsigned threads = 4;
    watched_queue tested(threads);
    std::atomic<int> sum{0};
    sleepers all;
    for (unsigned i = 0; i < threads; ++i) {
        all.begin([&] { sum += *tested.pop(); });
    }
    watched_word::hold();
    for (const int element : {1, 10, 100, 1000}) {
        EXPECT_EQ(tested.push(element), status::done);
    }
    EXPECT_EQ(watched_word::wake_ones, threads);
    watched_word::let_go();
    all.join();
    EXPECT_EQ(sum, 1111);
    EXPECT_EQ(watched_word::wake_ones, threads);
}

TEST(threads_that_push, are_woken_once_each_if_there_is_room_for_each) {
    constexpr unsigned threads = 4;
    watched_queue tested(threads);
    for (unsigned i = 0; i < threads; ++i) {
        EXPECT_EQ(tested.push(0), status::done);
    }
    sleepers all;
    for (unsigned i = 0; i < threads; ++i) {
        all.begin([&] { EXPECT_EQ(tested.push(1), status::done); });
    }
    watched_word::hold();
    for (unsigned i = 0; i < threads; ++i) {
        EXPECT_EQ(*tested.pop(), 0);
    }
    EXPECT_EQ(watched_word::wake_ones, threads);
    watched_word::let_go();
    all.join();
    EXPECT_EQ(tested.size(), threads);
    EXPECT_EQ(watched_word::wake_ones, threads);
}

TEST(threads_that_pop, sleep_on_if_there_is_nothing_for_them) {
    watched_queue tested(4);
    std::atomic<int> served{0};
    sleepers all;
    for (int i = 0; i < 4; ++i) {
        all.begin([&] { served += tested.pop() ? 1 : 0; });
    }
    EXPECT_EQ(tested.push(1), status::done);
    EXPECT_EQ(tested.push(2), status::done);
    await(served, 2);
    watched_word::await_asleep(2);
    EXPECT_EQ(watched_word::wake_ones, 2U);
    tested.close();
    all.join();
    EXPECT_EQ(served, 2);
    EXPECT_EQ(watched_word::wake_ones, 4U);
}

// Of two that sleep only one is told: the element that it was told of has gone, and the next one
// finds its notice under way.
TEST(threads_that_pop, are_not_woken_for_what_a_notice_is_under_way_for) {
    watched_queue tested(4);
    std::atomic<int> served{0};
    sleepers all;
    for (int i = 0; i < 2; ++i) {
        all.begin([&] { served += tested.pop() ? 1 : 0; });
    }
    watched_word::hold();
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(tested.push(i), status::done);
        EXPECT_TRUE(tested.try_pop());
    }
    EXPECT_EQ(tested.push(1), status::done);
    EXPECT_EQ(watched_word::wake_ones, 1U);
    watched_word::let_go();
    await(served, 1);
    watched_word::await_asleep(1);
    tested.close();
    all.join();
    EXPECT_EQ(served, 1);
}

TEST(threads_that_pop, go_when_they_are_cancelled_and_the_others_stay) {
    watched_queue tested(4);
    cancel::standalone_token by[3];
    status how[3] = {};
    std::atomic<int> gone{0};
    sleepers all;
    for (int i = 0; i < 3; ++i) {
        all.begin([&, i] {
            how[i] = tested.pop(by[i]).status();
            ++gone;
        });
    }
    by[1].cancel();
    await(gone, 1);
    EXPECT_EQ(how[1], status::cancelled);
    EXPECT_EQ(tested.push(1), status::done);
    await(gone, 2);
    EXPECT_EQ(how[0], status::done);
    EXPECT_EQ(tested.push(1), status::done);
    all.join();
    EXPECT_EQ(how[2], status::done);
}

// Held between its notice and its look, it is cancelled, and somebody else takes the element. (What
// comes after its last look is given by hand in wait_check.)
TEST(threads_that_pop, cancelled_when_they_were_notified_leave_it_to_the_next) {
    watched_queue tested(4);
    cancel::standalone_token by;
    status first = status::empty;
    status second = status::empty;
    std::atomic<int> gone{0};
    sleepers all;
    all.begin([&] {
        first = tested.pop(by).status();
        ++gone;
    });
    all.begin([&] { second = tested.pop().status(); });
    watched_word::hold();
    EXPECT_EQ(tested.push(1), status::done);
    EXPECT_EQ(watched_word::wake_ones, 1U);
    EXPECT_TRUE(tested.try_pop());
    by.cancel();
    watched_word::let_go();
    await(gone, 1);
    EXPECT_EQ(tested.push(2), status::done);
    all.join();
    EXPECT_EQ(first, status::cancelled);
    EXPECT_EQ(second, status::done);
}

// The one thread on either side of the queue for two, to and fro.
template <class Kind>
class two_threads : public testing::Test {};
TYPED_TEST_SUITE(two_threads, kinds, kind_name);

TYPED_TEST(two_threads, wake_each_other) {
    watched_word::begin();
    typename TypeParam::template watched<int> there(1);
    typename TypeParam::template watched<int> back(1);
    std::thread other([&] {
        while (auto got = there.pop()) {
            EXPECT_EQ(back.push(*got + 1), status::done);
        }
    });
    for (int i = 0; i < 100; ++i) {
        watched_word::await_asleep(1);
        EXPECT_EQ(there.push(i), status::done);
        EXPECT_EQ(*back.pop(), i + 1);
    }
    there.close();
    other.join();
}

TYPED_TEST(two_threads, cancel_each_other_in_their_sleep) {
    watched_word::begin();
    typename TypeParam::template watched<int> tested(1);
    cancel::standalone_token by;
    std::thread other([&] { EXPECT_EQ(tested.pop(by).status(), status::cancelled); });
    watched_word::await_asleep(1);
    by.cancel();
    other.join();
    EXPECT_EQ(tested.push(1), status::done);
    cancel::standalone_token then;
    std::thread pusher([&] { EXPECT_EQ(tested.push(2, then), status::cancelled); });
    watched_word::await_asleep(1);
    then.cancel();
    pusher.join();
    EXPECT_EQ(tested.size(), 1U);
}

} // namespace
} // namespace tollgate::queue
