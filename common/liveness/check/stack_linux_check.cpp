// SPDX-License-Identifier: BSL-1.0
//
// Threads that answer where they are, and threads that cannot.
#include "known_calls_linux.hpp"
#include "looked_at_linux.hpp"

#include "../src/stack.hpp"

#include <tollgate/faults/sanitized.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <string>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

constexpr int most_looks = 300;
constexpr auto* late_signals = "the sanitizer keeps signals, but for a thread that waits in poll";

std::size_t position(const std::vector<std::string>& stack, const std::string& name) {
    const auto found = std::find_if(stack.begin(), stack.end(), [&name](const std::string& text) {
        return text.rfind(name + "+0x", 0) == 0;
    });
    return static_cast<std::size_t>(found - stack.begin());
}

/// As soon as it is where it is expected to be; the last answer otherwise.
std::vector<std::string> stack_with(std::int64_t thread_id, const std::string& name) {
    std::vector<std::string> stack;
    for (int i = 0; i < most_looks; ++i) {
        stack = stack_of(thread_id);
        if (position(stack, name) < stack.size()) {
            break;
        }
        ::usleep(1000);
    }
    return stack;
}

TEST(a_stack, names_the_calls_of_a_thread_that_waits) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    looked_at thread([&] { tollgate_check_waits(ends[0]); });
    const auto stack = stack_with(thread.id(), "tollgate_check_polls");
    const std::size_t inner = position(stack, "tollgate_check_polls");
    ASSERT_LT(inner, stack.size()) << testing::PrintToString(stack);
    EXPECT_EQ(position(stack, "tollgate_check_waits"), inner + 1) << testing::PrintToString(stack);
    EXPECT_NE(stack[inner].find(" (/"), std::string::npos) << stack[inner];
    ::close(ends[1]);
    thread.end();
    ::close(ends[0]);
}

TEST(a_stack, of_a_thread_that_waits_for_a_mutex_leaves_it_waiting) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << late_signals;
    }
    std::mutex held;
    std::unique_lock lock(held);
    looked_at thread([&] { tollgate_check_locks(&held); });
    for (int i = 0; i < 10; ++i) {
        const auto stack = stack_with(thread.id(), "tollgate_check_locks");
        EXPECT_LT(position(stack, "tollgate_check_locks"), stack.size());
    }
    lock.unlock();
}

TEST(a_stack, begins_where_the_thread_was_interrupted) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << late_signals;
    }
    bool over = false;
    looked_at thread([&] { EXPECT_EQ(tollgate_check_spins(&over), 77); });
    const auto stack = stack_with(thread.id(), "tollgate_check_spins");
    EXPECT_EQ(position(stack, "tollgate_check_spins"), 0U) << testing::PrintToString(stack);
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
}

TEST(a_stack, of_very_many_calls_is_cut_off_outside) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    looked_at thread([&] { tollgate_check_recurses(1000, ends[0]); });
    const auto stack = stack_with(thread.id(), "tollgate_check_polls");
    EXPECT_LT(position(stack, "tollgate_check_polls"), stack.size());
    EXPECT_GT(stack.size(), 100U);
    EXPECT_LE(stack.size(), 128U);
    ::close(ends[1]);
    thread.end();
    ::close(ends[0]);
}

TEST(a_stack, of_nobody_is_empty) {
    looked_at thread([] {});
    thread.end();
    EXPECT_TRUE(stack_of(thread.id()).empty());
    EXPECT_TRUE(stack_of(0).empty());
    EXPECT_TRUE(stack_of(-1).empty());
    EXPECT_TRUE(stack_of(std::int64_t{1} << 40).empty());
    EXPECT_TRUE(stack_of(::syscall(SYS_gettid)).empty()) << "nor of oneself";
}

void block_all_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

TEST(a_stack, of_a_thread_that_cannot_answer_is_empty_and_others_still_have_theirs) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    std::atomic<bool> is_deaf{false};
    looked_at deaf([&] {
        block_all_signals();
        is_deaf.store(true);
        tollgate_check_polls(ends[0]);
    });
    looked_at other([&] { tollgate_check_polls(ends[0]); });
    is_deaf.wait(false);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(stack_of(deaf.id()).empty());
        const auto stack = stack_with(other.id(), "tollgate_check_polls");
        EXPECT_LT(position(stack, "tollgate_check_polls"), stack.size());
    }
    ::close(ends[1]);
    deaf.end();
    other.end();
    ::close(ends[0]);
}

TEST(a_stack, may_be_asked_for_by_several_at_once) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    looked_at thread([&] { tollgate_check_polls(ends[0]); });
    {
        const auto ask = [&] {
            for (int i = 0; i < 50; ++i) {
                const auto stack = stack_with(thread.id(), "tollgate_check_polls");
                EXPECT_LT(position(stack, "tollgate_check_polls"), stack.size());
            }
        };
        const looked_at one(ask);
        const looked_at another(ask);
    }
    ::close(ends[1]);
    thread.end();
    ::close(ends[0]);
}

/// It is the one above which none is taken.
int signal_of_the_stacks() {
    for (int signal = SIGRTMAX - 1; signal >= SIGRTMIN; --signal) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_DFL) {
            return signal;
        }
    }
    return 0;
}

TEST(a_stack, whose_handler_was_taken_away_is_empty_and_nobody_dies_of_it) {
    ASSERT_TRUE(prepare_stacks());
    const int signal = signal_of_the_stacks();
    ASSERT_NE(signal, 0);
    struct sigaction by_default {};
    by_default.sa_handler = SIG_DFL;
    struct sigaction ours {};
    ASSERT_EQ(::sigaction(signal, &by_default, &ours), 0);
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    looked_at thread([&] { tollgate_check_polls(ends[0]); });
    EXPECT_TRUE(stack_of(thread.id()).empty());
    ASSERT_EQ(::sigaction(signal, &ours, nullptr), 0);
    EXPECT_FALSE(stack_with(thread.id(), "tollgate_check_polls").empty());
    ::close(ends[1]);
    thread.end();
    ::close(ends[0]);
}

TEST(a_frame, without_a_symbol_has_its_module_or_its_address) {
    EXPECT_EQ(frame_text(nullptr), "0x0");
    const auto* local = reinterpret_cast<const void*>(&block_all_signals);
    const std::string text = frame_text(local);
    EXPECT_EQ(text.front(), '/') << text;
    EXPECT_NE(text.find("+0x"), std::string::npos) << text;
}

} // namespace
} // namespace tollgate::liveness::detail
