// SPDX-License-Identifier: BSL-1.0
//
// Threads that wait, run, are starved, and end; samples are taken until their states are found.
#include "sampled_thread_linux.hpp"

#include "../src/diagnose.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;

/// Several windows of 20 ms each. On a busy machine some of them are wrong.
diagnosis looked_at_until(std::int64_t thread_id, thread_state expected) {
    diagnosis why;
    for (int i = 0; i < 500; ++i) {
        const auto before = sample_thread(thread_id);
        ::usleep(20'000);
        why = diagnose(before, sample_thread(thread_id));
        if (why.state == expected) {
            break;
        }
    }
    return why;
}

void spin_until(const std::atomic<bool>& over) {
    while (!over.load(std::memory_order_relaxed)) {
    }
}

TEST(a_thread, that_waits_is_blocked_and_has_a_wait_channel_if_the_kernel_shows_it) {
    std::mutex held;
    std::unique_lock lock(held);
    const sampled_thread thread([&] { const std::lock_guard inner(held); });
    const diagnosis why = looked_at_until(thread.id(), thread_state::blocked);
    lock.unlock();
    EXPECT_EQ(why.state, thread_state::blocked);
    EXPECT_GE(why.observed, 20ms);
    if (why.wait_channel.empty()) {
        GTEST_SKIP() << "this kernel shows no wait channel";
    }
    EXPECT_NE(why.wait_channel.find("futex"), std::string::npos) << why.wait_channel;
}

TEST(a_thread, that_runs_is_spinning_with_any_name) {
    std::atomic<bool> over{false};
    const sampled_thread thread([&] {
        ::prctl(PR_SET_NAME, "a) Z 1 (b) X (");
        spin_until(over);
    });
    const diagnosis why = looked_at_until(thread.id(), thread_state::spinning);
    over.store(true);
    if (why.state == thread_state::starved) {
        GTEST_SKIP() << "other programs have all CPUs";
    }
    EXPECT_EQ(why.state, thread_state::spinning);
    EXPECT_GT(why.ran, 0ns);
}

TEST(a_thread, whose_cpu_other_threads_have_is_starved) {
    const int only = cpu::allowed_cpus().front();
    std::atomic<bool> over{false};
    const sampled_thread busy([&] {
        cpu::pin_this_thread(only);
        spin_until(over);
    });
    const sampled_thread idle([&] {
        cpu::pin_this_thread(only);
        const sched_param none{};
        ::sched_setscheduler(0, SCHED_IDLE, &none);
        spin_until(over);
    });
    const diagnosis why = looked_at_until(idle.id(), thread_state::starved);
    over.store(true);
    EXPECT_EQ(why.state, thread_state::starved);
    EXPECT_GT(why.waited_for_cpu, why.ran);
}

TEST(a_thread, that_has_ended_is_gone) {
    sampled_thread thread([] {});
    thread.end();
    // A join may return before the kernel has forgotten the thread.
    EXPECT_EQ(looked_at_until(thread.id(), thread_state::gone).state, thread_state::gone);
    const auto found = sample_thread(thread.id());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->run_state, no_such_thread);
}

TEST(a_thread, of_another_process_is_not_found) {
    const auto found = sample_thread(::getppid());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->run_state, no_such_thread);
}

TEST(a_sample, of_the_calling_thread_shows_that_it_runs_and_its_time) {
    const auto found = sample_thread(::syscall(SYS_gettid));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->run_state, 'R');
    EXPECT_EQ(found->wait_channel, "");
    EXPECT_LE(found->at, std::chrono::steady_clock::now());
    EXPECT_EQ(found->ran.has_value(), found->waited_for_cpu.has_value());
    EXPECT_EQ(found->ran.has_value(), ::access("/proc/self/schedstat", R_OK) == 0);
}

TEST(a_sample, is_empty_when_no_descriptor_is_left) {
    rlimit most{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &most), 0);
    rlimit none = most;
    none.rlim_cur = 0;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto found = sample_thread(::syscall(SYS_gettid));
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &most), 0);
    EXPECT_FALSE(found) << "not the same as gone";
}

} // namespace
} // namespace tollgate::liveness::detail
