// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/remote_calls.hpp>

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace tollgate::fiber::detail {
namespace {

/// Writes its number down, and lets another one be put meanwhile.
struct numbered_call : remote_call {
    numbered_call(int what, std::vector<int>& where)
        : remote_call(&run_it), number(what), run_so_far(where) {}

    static void run_it(remote_call& call) noexcept {
        auto& self = static_cast<numbered_call&>(call);
        self.run_so_far.push_back(self.number);
        if (self.puts != nullptr) {
            self.into->put(*self.puts);
        }
    }

    int number;
    std::vector<int>& run_so_far;
    remote_calls* into = nullptr;
    numbered_call* puts = nullptr;
};

TEST(calls, are_run_once_in_the_order_in_which_they_were_put) {
    remote_calls all;
    std::vector<int> seen;
    std::array<numbered_call, 3> some{numbered_call{1, seen}, numbered_call{2, seen},
                                      numbered_call{3, seen}};
    EXPECT_TRUE(all.is_empty());
    all.run_all();
    for (numbered_call& one : some) {
        all.put(one);
    }
    EXPECT_FALSE(all.is_empty());
    all.run_all();
    EXPECT_EQ(seen, (std::vector{1, 2, 3}));
    EXPECT_TRUE(all.is_empty());
    all.run_all();
    EXPECT_EQ(seen.size(), 3U);
    all.put(some[1]);
    all.run_all();
    EXPECT_EQ(seen, (std::vector{1, 2, 3, 2}));
}

TEST(calls, that_are_put_while_others_are_run_stay_for_the_next_time) {
    remote_calls all;
    std::vector<int> seen;
    numbered_call one(1, seen);
    numbered_call two(2, seen);
    one.into = &all;
    one.puts = &two;
    all.put(one);
    all.run_all();
    EXPECT_EQ(seen, (std::vector{1}));
    EXPECT_FALSE(all.is_empty());
    all.run_all();
    EXPECT_EQ(seen, (std::vector{1, 2}));
}

/// Ends with its caller's list in the middle, as a fiber's stack does whose last wait it was.
struct brief_call : remote_call {
    brief_call() : remote_call(&end) {}

    static void end(remote_call& call) noexcept { delete &static_cast<brief_call&>(call); }
};

TEST(calls, may_be_gone_once_they_were_run) {
    remote_calls all;
    all.put(*std::make_unique<brief_call>().release());
    all.put(*std::make_unique<brief_call>().release());
    all.run_all();
    EXPECT_TRUE(all.is_empty());
}

TEST(calls, of_several_threads_are_all_run_and_each_ones_in_order) {
    constexpr int each = 2000;
    remote_calls all;
    std::vector<int> seen;
    std::vector<numbered_call> of_one;
    std::vector<numbered_call> of_other;
    of_one.reserve(each);
    of_other.reserve(each);
    for (int i = 1; i <= each; ++i) {
        of_one.emplace_back(i, seen);
        of_other.emplace_back(-i, seen);
    }
    const auto put = [&all](std::vector<numbered_call>& from) {
        for (numbered_call& one : from) {
            all.put(one);
        }
    };
    std::thread one(put, std::ref(of_one));
    std::thread other(put, std::ref(of_other));
    while (seen.size() < 2U * each) {
        all.run_all();
    }
    one.join();
    other.join();
    int last = 0;
    int last_of_other = 0;
    for (const int number : seen) {
        int& before = number > 0 ? last : last_of_other;
        const int next = number > 0 ? before + 1 : before - 1;
        ASSERT_EQ(number, next);
        before = number;
    }
}

} // namespace
} // namespace tollgate::fiber::detail
