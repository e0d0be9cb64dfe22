// SPDX-License-Identifier: BSL-1.0
//
// Threads that answer where they are, and threads that cannot.
#include "looked_at_linux.hpp"
#include "sanitized.hpp"

#include "../src/stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <string>
#include <vector>

#include <pthread.h>
#include <unistd.h>

std::atomic<int> calls_that_returned{0};

/// What a watched thread waits in, one in the other. What stands behind the calls keeps them.
extern "C" [[gnu::noinline]] void tollgate_check_reads(int descriptor) {
    char one = 0;
    while (::read(descriptor, &one, 1) < 0 && errno == EINTR) {
    }
    ++calls_that_returned;
}
extern "C" [[gnu::noinline]] void tollgate_check_waits(int descriptor) {
    tollgate_check_reads(descriptor);
    ++calls_that_returned;
}
extern "C" [[gnu::noinline]] void tollgate_check_locks(std::mutex* wanted) {
    const std::lock_guard lock(*wanted);
    ++calls_that_returned;
}
/// Calls nothing.
extern "C" [[gnu::noinline]] void tollgate_check_spins(const bool* over) {
    while (!__atomic_load_n(over, __ATOMIC_RELAXED)) {
    }
    ++calls_that_returned;
}

namespace tollgate::liveness::detail {
namespace {

constexpr int most_looks = 300;

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
    std::array<int, 2> read_from{};
    ASSERT_EQ(::pipe(read_from.data()), 0);
    looked_at thread([&] { tollgate_check_waits(read_from[0]); });
    const auto stack = stack_with(thread.id(), "tollgate_check_reads");
    const std::size_t inner = position(stack, "tollgate_check_reads");
    ASSERT_LT(inner, stack.size()) << testing::PrintToString(stack);
    EXPECT_EQ(position(stack, "tollgate_check_waits"), inner + 1) << testing::PrintToString(stack);
    EXPECT_NE(stack[inner].find(" (/"), std::string::npos) << stack[inner];
    ::close(read_from[1]);
    thread.end();
    ::close(read_from[0]);
}

TEST(a_stack, of_a_thread_that_waits_for_a_mutex_leaves_it_waiting) {
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
    if (is_thread_sanitized) {
        GTEST_SKIP() << "it keeps signals until the thread calls something";
    }
    bool over = false;
    looked_at thread([&] { tollgate_check_spins(&over); });
    const auto stack = stack_with(thread.id(), "tollgate_check_spins");
    EXPECT_EQ(position(stack, "tollgate_check_spins"), 0U) << testing::PrintToString(stack);
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
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
    std::array<int, 2> read_from{};
    ASSERT_EQ(::pipe(read_from.data()), 0);
    std::atomic<bool> is_deaf{false};
    looked_at deaf([&] {
        block_all_signals();
        is_deaf.store(true);
        tollgate_check_reads(read_from[0]);
    });
    looked_at other([&] { tollgate_check_reads(read_from[0]); });
    is_deaf.wait(false);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(stack_of(deaf.id()).empty());
        const auto stack = stack_with(other.id(), "tollgate_check_reads");
        EXPECT_LT(position(stack, "tollgate_check_reads"), stack.size());
    }
    ::close(read_from[1]);
    deaf.end();
    other.end();
    ::close(read_from[0]);
}

TEST(a_stack, may_be_asked_for_by_several_at_once) {
    std::array<int, 2> read_from{};
    ASSERT_EQ(::pipe(read_from.data()), 0);
    looked_at thread([&] { tollgate_check_reads(read_from[0]); });
    {
        const auto ask = [&] {
            for (int i = 0; i < 50; ++i) {
                const auto stack = stack_with(thread.id(), "tollgate_check_reads");
                EXPECT_LT(position(stack, "tollgate_check_reads"), stack.size());
            }
        };
        const looked_at one(ask);
        const looked_at another(ask);
    }
    ::close(read_from[1]);
    thread.end();
    ::close(read_from[0]);
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
    std::mutex held;
    std::unique_lock lock(held);
    looked_at thread([&] { tollgate_check_locks(&held); });
    EXPECT_TRUE(stack_of(thread.id()).empty());
    ASSERT_EQ(::sigaction(signal, &ours, nullptr), 0);
    EXPECT_FALSE(stack_with(thread.id(), "tollgate_check_locks").empty());
    lock.unlock();
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
