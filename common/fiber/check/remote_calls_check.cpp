// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/remote_calls.hpp>

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace tollgate::fiber::detail {
namespace {

/// Notes its number, and may put another call meanwhile.
struct numbered_call : remote_call {
    numbered_call(int own_number, std::vector<int>& numbers)
        : remote_call(&run_it), number(own_number), run_numbers(numbers) {}

    static void run_it(remote_call& call) noexcept {
        auto& self = static_cast<numbered_call&>(call);
        self.run_numbers.push_back(self.number);
        if (self.puts != nullptr) {
            self.into->put(*self.puts);
        }
    }

    int number;
    std::vector<int>& run_numbers;
    remote_calls* into = nullptr;
    numbered_call* puts = nullptr;
};

TEST(calls, are_run_once_in_the_order_in_which_they_were_put) {
    remote_calls all;
    std::vector<int> run;
    std::array<numbered_call, 3> calls{numbered_call{1, run}, numbered_call{2, run},
                                       numbered_call{3, run}};
    EXPECT_TRUE(all.is_empty());
    all.run_all();
    for (numbered_call& call : calls) {
        all.put(call);
    }
    EXPECT_FALSE(all.is_empty());
    all.run_all();
    EXPECT_EQ(run, (std::vector{1, 2, 3}));
    EXPECT_TRUE(all.is_empty());
    all.run_all();
    EXPECT_EQ(run.size(), 3U);
    all.put(calls[1]);
    all.run_all();
    EXPECT_EQ(run, (std::vector{1, 2, 3, 2}));
}

TEST(calls, that_are_put_while_others_run_wait_for_the_next_time) {
    remote_calls all;
    std::vector<int> run;
    numbered_call first(1, run);
    numbered_call second(2, run);
    first.into = &all;
    first.puts = &second;
    all.put(first);
    all.run_all();
    EXPECT_EQ(run, (std::vector{1}));
    EXPECT_FALSE(all.is_empty());
    all.run_all();
    EXPECT_EQ(run, (std::vector{1, 2}));
}

/// Destroyed while the list runs, as a call on a fiber's stack after the fiber's last wait.
struct brief_call : remote_call {
    brief_call() : remote_call(&end) {}

    static void end(remote_call& call) noexcept { delete &static_cast<brief_call&>(call); }
};

TEST(calls, may_be_destroyed_when_they_run) {
    remote_calls all;
    all.put(*std::make_unique<brief_call>().release());
    all.put(*std::make_unique<brief_call>().release());
    all.run_all();
    EXPECT_TRUE(all.is_empty());
}

TEST(calls, of_several_threads_all_run_in_the_order_of_each_thread) {
    constexpr int each = 2000;
    remote_calls all;
    std::vector<int> run;
    std::vector<numbered_call> of_thread;
    std::vector<numbered_call> of_other;
    of_thread.reserve(each);
    of_other.reserve(each);
    for (int i = 1; i <= each; ++i) {
        of_thread.emplace_back(i, run);
        of_other.emplace_back(-i, run);
    }
    const auto put = [&all](std::vector<numbered_call>& from) {
        for (numbered_call& call : from) {
            all.put(call);
        }
    };
    std::thread thread(put, std::ref(of_thread));
    std::thread other(put, std::ref(of_other));
    while (run.size() < 2U * each) {
        all.run_all();
    }
    thread.join();
    other.join();
    int last = 0;
    int last_of_other = 0;
    for (const int number : run) {
        int& before = number > 0 ? last : last_of_other;
        const int next = number > 0 ? before + 1 : before - 1;
        ASSERT_EQ(number, next);
        before = number;
    }
}

} // namespace
} // namespace tollgate::fiber::detail
