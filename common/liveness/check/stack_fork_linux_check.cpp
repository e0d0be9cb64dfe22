// SPDX-License-Identifier: BSL-1.0
//
// A child of fork() whose parent was asking for a stack, with the turn to ask taken for good.
#include "forked.hpp"
#include "known_calls_linux.hpp"
#include "looked_at_linux.hpp"

#include "../src/stack.hpp"

#include <tollgate/faults/sanitized.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <csignal>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

void hear_nothing() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

/// 0 if a thread that this child starts answers.
int child_that_asks(int never_readable) {
    forget_questions_of_parent();
    // Nobody waits for it in the end.
    auto& thread = *new looked_at([=] { tollgate_check_polls(never_readable); });
    for (int i = 0; i < 300; ++i) {
        if (!stack_of(thread.id()).empty()) {
            return 0;
        }
    }
    return 1;
}

TEST(a_stack, may_be_asked_for_in_a_child_whose_parent_was_asking) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer starts no threads in a child of several";
    }
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    std::atomic<bool> is_deaf{false};
    std::atomic<bool> over{false};
    looked_at deaf([&] {
        hear_nothing();
        is_deaf.store(true);
        tollgate_check_polls(ends[0]);
    });
    while (!is_deaf) {
        ::usleep(100);
    }
    // It has the turn but for some microseconds in a tenth of a second.
    looked_at asking([&] {
        while (!over) {
            EXPECT_TRUE(stack_of(deaf.id()).empty());
        }
    });
    for (int i = 0; i < 5; ++i) {
        ::usleep(1000);
        EXPECT_EQ(in_a_child([&] { return child_that_asks(ends[0]); }), 0);
    }
    over = true;
    ::close(ends[1]);
    asking.end();
    deaf.end();
    ::close(ends[0]);
}

} // namespace
} // namespace tollgate::liveness::detail
