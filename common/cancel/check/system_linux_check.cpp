// SPDX-License-Identifier: BSL-1.0
//
// The library and the kernel: how many heavy fences a cancellation costs, and what becomes of it
// where the kernel refuses them, in children of fork() and after exec(). syscall() and
// sched_setaffinity() are this executable's own, to count; what is refused is refused by seccomp.
#include "refusing_kernel_linux.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/heavy_fence.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <deque>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

class counting final : public cancellation_handler {
public:
    ~counting() = default;
    void cancel() override { ++runs; }
    std::atomic<int> runs{0};
};

void register_often(const token& with, int times = 64) {
    counting any;
    for (int each = 0; each < times; ++each) {
        cancellation_guard(with, any).release();
    }
}

/// Whether everything works, of tokens of any policy, between two threads.
bool works(policy how) {
    const cancellation_source leader(how);
    const auto source = cancellation_source::following_with(how, leader);
    const sourced_token own = source.get_token();
    counting one;
    register_often(own);
    std::atomic<bool> registered{false};
    std::thread canceller([&] {
        while (!registered) {
            std::this_thread::yield();
        }
        leader.cancel();
    });
    cancellation_guard guard(own, one);
    registered = true;
    const bool woken = sleep_for(std::chrono::minutes(1), own) == wait_status::cancelled;
    canceller.join();
    return woken && one.runs == 1 && guard.release() == release_result::ran &&
           cancellation_guard(own, one).is_cancelled() && one.runs == 1;
}

bool all_policies_work() {
    return works(policy::symmetric) && works(policy::asymmetric) && works(policy::adaptive);
}

/// Calls of membarrier in which somebody is fenced.
template <class Cancelled>
int fences_of(Cancelled& which) {
    const int before = kernel::fences;
    which.cancel();
    return kernel::fences - before;
}

class fence : public testing::Test {
protected:
    void SetUp() override {
        if (!detail::heavy_fence_granted()) {
            GTEST_SKIP() << "membarrier is refused";
        }
    }
};

TEST_F(fence, is_one_for_a_thousand_tokens) {
    const cancellation_source source(policy::asymmetric);
    std::deque<sourced_token> tokens;
    for (int each = 0; each < 1000; ++each) {
        register_often(tokens.emplace_back(source), 1);
    }
    EXPECT_EQ(fences_of(source), 1);
}

TEST_F(fence, is_one_for_a_tree_of_a_thousand_sources) {
    std::deque<cancellation_source> sources{cancellation_source(policy::asymmetric)};
    std::deque<sourced_token> tokens;
    for (std::size_t each = 1; each < 1000; ++each) {
        sources.push_back(
            cancellation_source::following_with(policy::asymmetric, sources[(each - 1) / 2]));
        register_often(tokens.emplace_back(sources.back()), 1);
    }
    EXPECT_EQ(fences_of(sources.front()), 1);
}

TEST_F(fence, is_not_made_for_symmetric_tokens) {
    standalone_token with(policy::symmetric);
    register_often(with, 1000);
    EXPECT_EQ(fences_of(with), 0);
}

TEST_F(fence, is_made_from_the_64th_registration_of_an_adaptive_token_on) {
    standalone_token few;
    register_often(few, 63);
    EXPECT_EQ(fences_of(few), 0);
    standalone_token many;
    register_often(many, 64);
    EXPECT_EQ(fences_of(many), 1);
}

TEST_F(fence, that_is_refused_later_is_made_by_visiting_every_cpu) {
    EXPECT_EQ(kernel::in_child([] {
                  standalone_token with(policy::asymmetric);
                  register_often(with);
                  counting one;
                  const cancellation_guard guard(with, one);
                  kernel::refuse({SYS_membarrier}, EPERM);
                  with.cancel();
                  return one.runs == 1 && kernel::moves > 1;
              }),
              0);
}

TEST_F(fence, that_is_refused_later_is_made_for_threads_that_go_on_registering) {
    EXPECT_EQ(kernel::in_child([] {
                  const cancellation_source source(policy::asymmetric);
                  std::atomic<bool> began{false};
                  std::thread owner([&began, own = source.get_token()] {
                      while (own) {
                          register_often(own, 1000);
                          began = true;
                      }
                  });
                  while (!began) {
                      std::this_thread::yield();
                  }
                  kernel::refuse({SYS_membarrier}, ENOSYS);
                  source.cancel();
                  owner.join();
                  return true;
              }),
              0);
}

TEST_F(fence, that_cannot_be_made_at_all_aborts) {
    EXPECT_DEATH(
        {
            standalone_token with(policy::asymmetric);
            register_often(with);
            kernel::refuse({SYS_membarrier, SYS_sched_setaffinity}, EPERM);
            with.cancel();
        },
        "membarrier.2. was granted to this process and is refused now, and so is");
}

TEST_F(fence, is_made_in_the_child_of_a_process_with_light_tokens) {
    standalone_token with(policy::asymmetric);
    counting one;
    register_often(with);
    const cancellation_guard guard(with, one);
    EXPECT_EQ(kernel::in_child([&] {
                  with.cancel();
                  return one.runs == 1 && all_policies_work();
              }),
              0);
    EXPECT_FALSE(with.is_cancelled());
    EXPECT_EQ(fences_of(with), 1);
    EXPECT_EQ(one.runs, 1);
}

TEST_F(fence, is_made_after_the_thread_that_registered_has_ended) {
    const cancellation_source source(policy::asymmetric);
    std::thread([own = source.get_token()] { register_often(own); }).join();
    EXPECT_TRUE(source.cancel());
    EXPECT_TRUE(all_policies_work());
}

TEST(process, works_after_exec) {
    EXPECT_EQ(kernel::in_new_process("process_image.works", {}, 0), 0);
}

TEST(process, works_where_membarrier_was_never_allowed) {
    EXPECT_EQ(kernel::in_new_process("process_image.works_refused", {SYS_membarrier}, EPERM), 0);
}

TEST(process, works_where_membarrier_does_not_exist) {
    EXPECT_EQ(kernel::in_new_process("process_image.works_refused", {SYS_membarrier}, ENOSYS), 0);
}

// What the new processes run; by itself, it holds here too.
TEST(process_image, works) {
    EXPECT_TRUE(all_policies_work());
}

TEST(process_image, works_refused) {
    if (detail::heavy_fence_granted()) {
        GTEST_SKIP() << "membarrier is not refused";
    }
    EXPECT_TRUE(all_policies_work());
    EXPECT_EQ(kernel::fences, 0);
}

} // namespace
} // namespace tollgate::cancel
