// SPDX-License-Identifier: BSL-1.0
//
// Cancelling where the kernel refuses heavy fences, from the start or later, in children of fork()
// and after exec().
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/refusing_kernel_linux.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

/// As many registrations as a token needs to become light.
void register_twice(const token& with) {
    scripted_handler any;
    cancellation_guard(with, any).release();
    cancellation_guard(with, any).release();
}

/// Whether everything works, between two threads.
bool works() {
    const cancellation_source leader;
    const auto source = cancellation_source::following(leader);
    const sourced_token own = source.get_token();
    scripted_handler handler;
    register_twice(own);
    std::atomic<bool> is_registered{false};
    std::thread canceller([&] {
        while (!is_registered) {
            std::this_thread::yield();
        }
        leader.cancel();
    });
    cancellation_guard guard(own, handler);
    is_registered = true;
    const bool woken = sleep_for(std::chrono::minutes(1), own) == wait_status::cancelled;
    canceller.join();
    return woken && guard.release() == release_result::ran && handler.cancels == 1 &&
           cancellation_guard(own, handler).is_cancelled();
}

TEST(a_light_token, works_in_the_child_of_the_process_that_made_it) {
    standalone_token with;
    scripted_handler handler;
    register_twice(with);
    const cancellation_guard guard(with, handler);
    testing::expect_in_child([&] {
        with.cancel();
        return handler.cancels == 1 && works();
    });
    EXPECT_TRUE(with.cancel());
    EXPECT_EQ(handler.cancels, 1);
}

TEST(a_light_token, works_after_the_thread_that_registered_has_ended) {
    const cancellation_source source;
    std::thread([own = source.get_token()] { register_twice(own); }).join();
    EXPECT_TRUE(source.cancel());
}

// The canceller visits all CPUs then. The grant stays.
TEST(a_light_token, works_when_the_process_forbids_itself_membarrier_later) {
    if (!fence::heavy_fence_granted()) {
        GTEST_SKIP() << "membarrier is refused from the start";
    }
    testing::expect_in_child([] {
        testing::refuse_calls({SYS_membarrier}, EPERM);
        return works() && fence::heavy_fence_granted();
    });
}

TEST(a_light_token, ends_the_process_that_forbids_itself_to_visit_cpus_too) {
    if (!fence::heavy_fence_granted()) {
        GTEST_SKIP() << "membarrier is refused from the start";
    }
    EXPECT_DEATH(
        {
            testing::refuse_calls({SYS_membarrier, SYS_sched_setaffinity}, EPERM);
            works();
        },
        "membarrier.* was granted to this process and is refused now");
}

/// In the environment of a new process that is refused membarrier.
constexpr const char* refused_variable = "TOLLGATE_REFUSED";

/// The exit code of this executable, started anew for one test, with these calls refused.
int in_new_process(std::initializer_list<long> refused) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        testing::refuse_calls(refused, EPERM);
        if (refused.size() != 0) {
            ::setenv(refused_variable, "yes", 1);
        }
        ::execl("/proc/self/exe", "again", "--gtest_filter=process_image.works", nullptr);
        std::_Exit(EXIT_FAILURE);
    }
    return testing::exit_code_of(child);
}

TEST(process, works_after_exec_with_and_without_membarrier) {
    EXPECT_EQ(in_new_process({}), 0);
    EXPECT_EQ(in_new_process({SYS_membarrier}), 0);
}

// The new processes run this. It holds in this process too.
TEST(process_image, works) {
    EXPECT_TRUE(works());
    if (std::getenv(refused_variable) != nullptr) {
        EXPECT_FALSE(fence::heavy_fence_granted());
    }
}

} // namespace
} // namespace tollgate::cancel
