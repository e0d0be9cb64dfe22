// SPDX-License-Identifier: BSL-1.0
#include <tollgate/await/executor.hpp>
#include <tollgate/await/run_loop.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace tollgate::await {
namespace {

static_assert(executor<run_loop>);
static_assert(executor<executor_ref>);

struct numbered : work {
    numbered(std::vector<int>& into, int own_number)
        : work(&append), ran(into), number(own_number) {}
    static void append(work& unit) noexcept {
        auto& self = static_cast<numbered&>(unit);
        self.ran.push_back(self.number);
    }

    std::vector<int>& ran;
    int number;
};

class loop_of_four : public ::testing::Test {
protected:
    void post_all() {
        for (numbered* const unit : {&first, &second, &third, &fourth}) {
            loop.post(*unit);
        }
    }
    void run_all() {
        while (loop.try_run_one()) {
        }
    }

    std::vector<int> ran;
    numbered first{ran, 1};
    numbered second{ran, 2};
    numbered third{ran, 3};
    numbered fourth{ran, 4};
    run_loop loop;
};

TEST_F(loop_of_four, runs_nothing_in_a_post_and_units_in_their_order) {
    post_all();
    EXPECT_TRUE(ran.empty());
    EXPECT_TRUE(loop.try_run_one());
    EXPECT_EQ(ran, (std::vector{1}));
    loop.post(first); // a unit that has run
    run_all();
    EXPECT_EQ(ran, (std::vector{1, 2, 3, 4, 1}));
    EXPECT_FALSE(loop.try_run_one());
}

TEST_F(loop_of_four, forgets_a_unit_that_is_withdrawn) {
    for (const auto& [gone, left] : std::vector<std::pair<numbered*, std::vector<int>>>{
             {&first, {2, 3, 4}}, {&second, {1, 3, 4}}, {&fourth, {1, 2, 3}}}) {
        post_all();
        EXPECT_TRUE(loop.withdraw(*gone));
        EXPECT_FALSE(loop.withdraw(*gone));
        run_all();
        EXPECT_EQ(ran, left);
        ran.clear();
    }
    EXPECT_FALSE(loop.withdraw(first)) << "it has run";
    loop.post(first);
    EXPECT_TRUE(loop.withdraw(first)) << "the only one";
    EXPECT_FALSE(loop.try_run_one());
    post_all();
    run_all();
    EXPECT_EQ(ran, (std::vector{1, 2, 3, 4}));
}

TEST_F(loop_of_four, runs_on_its_threads_what_others_post_until_it_is_finished) {
    std::thread one([this] { loop.run(); });
    post_all();
    loop.finish();
    one.join();
    loop.run(); // returns
    EXPECT_EQ(ran, (std::vector{1, 2, 3, 4}));
}

} // namespace
} // namespace tollgate::await
