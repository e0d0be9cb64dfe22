// SPDX-License-Identifier: BSL-1.0
//
// After a close nothing comes in, what is inside comes out, and nobody waits.
#include "kinds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace tollgate::queue {
namespace {

template <class Kind>
class closing : public testing::Test {
protected:
    static constexpr unsigned threads = Kind::threads_a_side;
    using queue_type = typename Kind::template watched<int>;

    void SetUp() override { watched_word::begin(); }

    /// So many threads are asleep in `wait`, then somebody closes: each is told so, for one call of
    /// the kernel.
    template <class Wait, class Close>
    static void expect_all_told(Wait wait, Close close) {
        std::atomic<unsigned> told{0};
        std::vector<std::thread> all;
        for (unsigned i = 0; i < threads; ++i) {
            all.emplace_back([&] { told += wait() == status::closed ? 1 : 0; });
        }
        watched_word::await_asleep(threads);
        close();
        for (std::thread& one : all) {
            one.join();
        }
        EXPECT_EQ(told, threads);
        EXPECT_EQ(watched_word::wake_ones, threads);
    }
};
TYPED_TEST_SUITE(closing, kinds, kind_name);

TYPED_TEST(closing, is_told_by_the_queue) {
    typename TestFixture::queue_type tested(3);
    EXPECT_FALSE(tested.is_closed());
    tested.close();
    EXPECT_TRUE(tested.is_closed());
}

TYPED_TEST(closing, leaves_what_is_inside_in_its_order) {
    typename TestFixture::queue_type tested(3);
    for (const int i : {1, 2, 3}) {
        EXPECT_EQ(tested.push(i), status::done);
    }
    tested.close();
    EXPECT_EQ(tested.size(), 3U);
    for (const int i : {1, 2, 3}) {
        EXPECT_EQ(tested.push(4), status::closed) << "there is room after the first";
        EXPECT_EQ(tested.try_push(4), status::closed);
        EXPECT_EQ(*tested.pop(), i);
    }
    EXPECT_EQ(tested.size(), 0U);
    EXPECT_EQ(tested.pop().status(), status::closed);
    EXPECT_EQ(tested.try_pop().status(), status::closed);
    EXPECT_EQ(tested.push(4), status::closed);
}

TYPED_TEST(closing, again_changes_nothing) {
    typename TestFixture::queue_type tested(3);
    EXPECT_EQ(tested.push(1), status::done);
    for (int i = 0; i < 3; ++i) {
        tested.close();
        EXPECT_TRUE(tested.is_closed());
        EXPECT_EQ(tested.size(), 1U);
        EXPECT_EQ(tested.try_push(2), status::closed);
    }
    EXPECT_EQ(*tested.pop(), 1);
    tested.close();
    EXPECT_EQ(tested.pop().status(), status::closed);
}

TYPED_TEST(closing, of_an_empty_queue_is_told_to_all_that_pop) {
    typename TestFixture::queue_type tested(1);
    this->expect_all_told([&] { return tested.pop().status(); }, [&] { tested.close(); });
}

TYPED_TEST(closing, of_a_full_queue_is_told_to_all_that_push) {
    typename TestFixture::queue_type tested(1);
    EXPECT_EQ(tested.push(1), status::done);
    this->expect_all_told([&] { return tested.push(2); }, [&] { tested.close(); });
    EXPECT_EQ(*tested.pop(), 1);
    EXPECT_EQ(tested.pop().status(), status::closed) << "none of the others was pushed";
}

TYPED_TEST(closing, by_several_threads_is_one_close) {
    typename TestFixture::queue_type tested(1);
    this->expect_all_told([&] { return tested.pop().status(); },
                          [&] {
                              std::thread other([&] { tested.close(); });
                              tested.close();
                              EXPECT_TRUE(tested.is_closed());
                              other.join();
                          });
}

// Who loops over pop() gets all, and its loop ends.
TYPED_TEST(closing, ends_the_loop_of_who_pops) {
    typename TestFixture::queue_type tested(2);
    int sum = 0;
    std::thread consumer([&] {
        while (auto got = tested.pop()) {
            sum += *got;
        }
    });
    for (int i = 1; i <= 100; ++i) {
        EXPECT_EQ(tested.push(i), status::done);
    }
    tested.close();
    consumer.join();
    EXPECT_EQ(sum, 5050);
}

} // namespace
} // namespace tollgate::queue
