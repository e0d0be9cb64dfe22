// SPDX-License-Identifier: BSL-1.0
//
// Threads that really sleep: which are woken, by how many system calls, and in which order.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

/// Threads each of which is asleep before the next one starts.
class sleepers {
public:
    sleepers() { watched_word::begin(); }
    ~sleepers() { join(); }
    sleepers(const sleepers&) = delete;
    sleepers& operator=(const sleepers&) = delete;

    void begin(std::function<void()> job) {
        all_.emplace_back(std::move(job));
        watched_word::await_asleep(static_cast<unsigned>(all_.size()));
    }
    void join() {
        for (std::thread& thread : all_) {
            thread.join();
        }
        all_.clear();
    }

private:
    std::vector<std::thread> all_;
};

template <class Kind>
class waiting_threads : public ::testing::Test {
protected:
    using queue_type = typename Kind::template watched<int>;
    static constexpr int a_side = Kind::threads_a_side;
};
TYPED_TEST_SUITE(waiting_threads, kinds, kind_name);

template <class Kind>
class pushing_threads : public waiting_threads<Kind> {};
TYPED_TEST_SUITE(pushing_threads, bounded_kinds, kind_name);

TYPED_TEST(pushing_threads, are_served_first_come_first_served) {
    typename TestFixture::queue_type tested(1);
    EXPECT_EQ(tested.push(0), status::done);
    sleepers all;
    for (int i = 1; i <= this->a_side; ++i) {
        all.begin([&tested, i] { EXPECT_EQ(tested.push(i), status::done); });
    }
    for (int i = 0; i <= this->a_side; ++i) {
        EXPECT_EQ(*tested.pop(), i);
    }
    all.join();
}

TYPED_TEST(waiting_threads, that_pop_are_woken_once_each_if_there_is_an_element_for_each) {
    typename TestFixture::queue_type tested(4);
    std::atomic<int> sum{0};
    sleepers all;
    for (int i = 0; i < this->a_side; ++i) {
        all.begin([&] { sum += *tested.pop(); });
    }
    watched_word::hold();
    for (int i = 0; i < this->a_side; ++i) {
        EXPECT_EQ(tested.push(10), status::done);
    }
    watched_word::let_go();
    all.join();
    EXPECT_EQ(sum, 10 * this->a_side);
    EXPECT_EQ(watched_word::wake_ones, static_cast<unsigned>(this->a_side));
}

// The thread that published the batch makes one system call, and each woken thread makes one more.
TYPED_TEST(waiting_threads, are_woken_by_a_batch_one_by_one) {
    const auto expect_woken = [this](auto& tested, auto wait, auto publish_batch) {
        sleepers all;
        for (int i = 0; i < this->a_side; ++i) {
            all.begin([&] { wait(tested); });
        }
        watched_word::hold();
        publish_batch(tested);
        EXPECT_EQ(watched_word::wake_ones, 1U);
        watched_word::let_go();
        all.join();
        EXPECT_EQ(watched_word::wake_ones, static_cast<unsigned>(this->a_side));
    };
    const std::vector<int> batch(static_cast<std::size_t>(this->a_side), 1);
    const auto push_batch = [&](auto& tested) { EXPECT_TRUE(tested.push_all(batch)); };
    std::vector<int> popped;
    const auto pop_batch = [&](auto& tested) {
        EXPECT_EQ(tested.pop_some(append_to(popped, batch.size())).count, batch.size());
    };
    typename TestFixture::queue_type empty(batch.size());
    expect_woken(
        empty, [](auto& tested) { EXPECT_TRUE(tested.pop()); }, push_batch);
    if constexpr (TypeParam::is_bounded) {
        typename TestFixture::queue_type full(batch.size());
        push_batch(full);
        expect_woken(
            full, [](auto& tested) { EXPECT_EQ(tested.push(2), status::done); }, pop_batch);
        EXPECT_EQ(full.size(), batch.size());
    }
}

TYPED_TEST(waiting_threads, that_sleep_are_all_woken_by_a_close) {
    const auto expect_closed = [this](auto& tested, auto wait) {
        std::atomic<int> closed{0};
        sleepers all;
        for (int i = 0; i < this->a_side; ++i) {
            all.begin([&] { closed += wait() == status::closed ? 1 : 0; });
        }
        tested.close();
        all.join();
        EXPECT_EQ(closed, this->a_side);
        EXPECT_EQ(watched_word::wake_ones, static_cast<unsigned>(this->a_side));
    };
    typename TestFixture::queue_type empty(1);
    expect_closed(empty, [&] { return empty.pop().status(); });
    if constexpr (TypeParam::is_bounded) {
        typename TestFixture::queue_type full(1);
        EXPECT_EQ(full.push(1), status::done);
        expect_closed(full, [&] { return full.push(2); });
        EXPECT_EQ(*full.pop(), 1);
        EXPECT_EQ(full.pop().status(), status::closed) << "no waiting push succeeded";
    }
}

TYPED_TEST(waiting_threads, wake_each_other) {
    watched_word::begin();
    typename TestFixture::queue_type there(1);
    typename TestFixture::queue_type back(1);
    std::thread other([&] {
        while (auto number = there.pop()) {
            EXPECT_EQ(back.push(*number + 1), status::done);
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

TYPED_TEST(waiting_threads, are_cancelled_in_their_sleep) {
    typename TestFixture::queue_type tested(1);
    cancel::standalone_token by;
    sleepers all;
    all.begin([&] { EXPECT_EQ(tested.pop(by).status(), status::cancelled); });
    by.cancel();
    all.join();
    EXPECT_EQ(tested.push(1), status::done);
    EXPECT_EQ(tested.size(), 1U);
}

} // namespace
} // namespace tollgate::queue
