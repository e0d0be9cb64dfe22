// SPDX-License-Identifier: BSL-1.0
//
// Threads that answer with their stack, and threads that cannot answer.
#include "forked.hpp"
#include "known_calls_linux.hpp"
#include "sampled_thread_linux.hpp"
#include "two_ends.hpp"

#include "../src/stack.hpp"

#include <tollgate/testing/sanitized.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

constexpr int most_scans = 300;

/// The names of the functions on the stack, from the loader.
std::vector<std::string> stack_of(std::int64_t thread_id) {
    std::vector<std::string> names;
    for (const std::uintptr_t address : frames_of(thread_id)) {
        Dl_info found{};
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address, which is not followed
        ::dladdr(reinterpret_cast<const void*>(address), &found);
        names.emplace_back(found.dli_sname == nullptr ? "" : found.dli_sname);
    }
    return names;
}

std::size_t position(const std::vector<std::string>& stack, const std::string& name) {
    return static_cast<std::size_t>(std::find(stack.begin(), stack.end(), name) - stack.begin());
}

/// The stack, as soon as it has the expected function; otherwise the last answer.
std::vector<std::string> stack_with(std::int64_t thread_id, const std::string& name) {
    std::vector<std::string> stack;
    for (int i = 0; i < most_scans; ++i) {
        stack = stack_of(thread_id);
        if (position(stack, name) < stack.size()) {
            break;
        }
        ::usleep(1000);
    }
    return stack;
}

bool is_found_in_poll(std::int64_t thread_id) {
    const auto stack = stack_with(thread_id, "tollgate_check_polls");
    return position(stack, "tollgate_check_polls") < stack.size();
}

void block_all_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

class a_stack : public ::testing::Test {
protected:
    /// A thread that polls until the pipe is closed.
    [[nodiscard]] auto polling() const {
        return [this] { tollgate_check_polls(pipe.reading()); };
    }
    /// The same, but the thread first blocks all signals and reports that.
    [[nodiscard]] auto polling_and_deaf(std::atomic<bool>& is_deaf) const {
        return [this, &is_deaf] {
            block_all_signals();
            is_deaf = true;
            is_deaf.notify_all();
            tollgate_check_polls(pipe.reading());
        };
    }
    void let_all_go_on() { pipe.close_writing(); }

    two_ends pipe;
};

TEST_F(a_stack, names_the_calls_of_a_thread_that_waits) {
    const sampled_thread thread([&] { tollgate_check_waits(pipe.reading()); });
    const auto stack = stack_with(thread.id(), "tollgate_check_polls");
    let_all_go_on();
    const std::size_t inner = position(stack, "tollgate_check_polls");
    ASSERT_LT(inner, stack.size()) << ::testing::PrintToString(stack);
    EXPECT_EQ(position(stack, "tollgate_check_waits"), inner + 1)
        << ::testing::PrintToString(stack);
}

TEST_F(a_stack, begins_where_the_thread_was_interrupted) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer holds signals back, except for a thread that waits in poll";
    }
    bool over = false;
    sampled_thread thread([&] { EXPECT_EQ(tollgate_check_spins(&over), 77); });
    const auto stack = stack_with(thread.id(), "tollgate_check_spins");
    EXPECT_EQ(position(stack, "tollgate_check_spins"), 0U) << ::testing::PrintToString(stack);
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
}

/// A stack for the kernel's frame and 2 KiB, above a page of zeros: too small to unwind.
class small_stack_for_signals {
public:
    small_stack_for_signals() {
        take_from(below);
        struct sigaction noting {};
        noting.sa_handler = [](int) { frame = static_cast<char*>(__builtin_frame_address(0)); };
        noting.sa_flags = SA_ONSTACK;
        EXPECT_EQ(::sigaction(SIGUSR1, &noting, nullptr), 0);
        ::raise(SIGUSR1);
        std::fill(memory_.begin(), memory_.end(), '\0');
        take_from(frame - memory_.data() - 2048);
    }
    small_stack_for_signals(const small_stack_for_signals&) = delete;
    small_stack_for_signals& operator=(const small_stack_for_signals&) = delete;
    ~small_stack_for_signals() {
        const stack_t none{nullptr, SS_DISABLE, 0};
        EXPECT_EQ(::sigaltstack(&none, nullptr), 0);
        EXPECT_EQ(std::count(memory_.begin(), memory_.begin() + first_, '\0'), first_);
    }

private:
    static constexpr std::ptrdiff_t below = 4096;
    static inline char* frame = nullptr; // the handler's

    void take_from(std::ptrdiff_t first) {
        first_ = first;
        const stack_t own{memory_.data() + first, 0,
                          memory_.size() - static_cast<std::size_t>(first)};
        EXPECT_EQ(::sigaltstack(&own, nullptr), 0);
    }

    std::vector<char> memory_ = std::vector<char>(1U << 16);
    std::ptrdiff_t first_ = 0;
};

TEST_F(a_stack, is_left_out_if_a_thread_has_little_room_for_signals) {
    if (testing::is_sanitized) {
        GTEST_SKIP() << "the sanitizer's own frames need more";
    }
    std::atomic<bool> has_room{true};
    const sampled_thread thread([&] {
        const small_stack_for_signals little;
        has_room = false;
        tollgate_check_polls(pipe.reading());
    });
    while (has_room) {
        ::usleep(1000);
    }
    EXPECT_EQ(stack_of(thread.id()), std::vector<std::string>());
    let_all_go_on();
}

TEST_F(a_stack, of_very_many_calls_is_cut_off_at_the_outer_calls) {
    const sampled_thread thread([&] { tollgate_check_recurses(1000, pipe.reading()); });
    const auto stack = stack_with(thread.id(), "tollgate_check_polls");
    let_all_go_on();
    EXPECT_LT(position(stack, "tollgate_check_polls"), stack.size());
    EXPECT_GT(stack.size(), 100U);
    EXPECT_LE(stack.size(), 128U);
}

TEST_F(a_stack, of_no_thread_is_empty) {
    sampled_thread thread([] {});
    thread.end();
    const auto self = static_cast<std::int64_t>(::syscall(SYS_gettid));
    for (const std::int64_t id :
         {thread.id(), std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40, self}) {
        EXPECT_TRUE(stack_of(id).empty()) << id;
    }
}

TEST_F(a_stack, of_a_thread_that_cannot_answer_is_empty_and_other_threads_still_answer) {
    std::atomic<bool> is_deaf{false};
    const sampled_thread deaf(polling_and_deaf(is_deaf));
    const sampled_thread other(polling());
    is_deaf.wait(false);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(stack_of(deaf.id()).empty());
        EXPECT_TRUE(is_found_in_poll(other.id()));
    }
    let_all_go_on();
}

TEST_F(a_stack, may_be_requested_by_several_threads_at_once) {
    const sampled_thread thread(polling());
    {
        const auto ask = [&] {
            for (int i = 0; i < 50; ++i) {
                EXPECT_TRUE(is_found_in_poll(thread.id()));
            }
        };
        const sampled_thread first(ask);
        const sampled_thread second(ask);
    }
    let_all_go_on();
}

/// Our signal is the highest in use.
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

TEST_F(a_stack, whose_handler_was_removed_is_empty_and_no_process_ends) {
    ASSERT_TRUE(prepare_stacks());
    const int signal = signal_of_the_stacks();
    ASSERT_NE(signal, 0);
    struct sigaction by_default {};
    by_default.sa_handler = SIG_DFL;
    struct sigaction ours {};
    ASSERT_EQ(::sigaction(signal, &by_default, &ours), 0);
    const sampled_thread thread(polling());
    EXPECT_TRUE(stack_of(thread.id()).empty());
    ASSERT_EQ(::sigaction(signal, &ours, nullptr), 0);
    EXPECT_TRUE(is_found_in_poll(thread.id()));
    let_all_go_on();
}

/// Returns 0 if a thread that this child starts answers.
int child_that_asks(int never_readable) {
    forget_questions_of_parent();
    // Never joined.
    auto& thread = *new sampled_thread([=] { tollgate_check_polls(never_readable); });
    for (int i = 0; i < 300; ++i) {
        if (!stack_of(thread.id()).empty()) {
            return 0;
        }
    }
    return 1;
}

/// In the child the mutex of the questions is locked for ever: the parent holds it nearly all the
/// time.
TEST_F(a_stack, may_be_requested_in_a_child_whose_parent_was_asking) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer starts no threads in a child of several";
    }
    std::atomic<bool> is_deaf{false};
    std::atomic<bool> over{false};
    const sampled_thread deaf(polling_and_deaf(is_deaf));
    is_deaf.wait(false);
    const sampled_thread asking([&] {
        while (!over) {
            EXPECT_TRUE(stack_of(deaf.id()).empty());
        }
    });
    for (int i = 0; i < 5; ++i) {
        ::usleep(1000);
        EXPECT_EQ(in_a_child([&] { return child_that_asks(pipe.reading()); }), 0);
    }
    over = true;
    let_all_go_on();
}

} // namespace
} // namespace tollgate::liveness::detail
