// SPDX-License-Identifier: BSL-1.0
//
// What becomes of a cancellation where the kernel refuses heavy fences, in children of fork() and
// after exec().
#include "fences_linux.hpp"

#include <tollgate/cancel/standalone_token.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <sched.h>
#include <sys/syscall.h>

namespace tollgate::cancel {
namespace {

/// Also the CPUs to which the canceller does not belong.
TEST_F(heavy_fence, that_is_refused_later_is_made_by_visiting_every_cpu) {
    EXPECT_EQ(kernel::in_child([] {
                  cpu_set_t all{};
                  std::memset(&all, 0xff, sizeof all);
                  ::sched_setaffinity(0, sizeof all, &all);
                  ::sched_getaffinity(0, sizeof all, &all);
                  cpu_set_t own{};
                  CPU_SET(::sched_getcpu(), &own);
                  ::sched_setaffinity(0, sizeof own, &own);
                  kernel::visited = {};
                  standalone_token with(policy::asymmetric);
                  register_often(with);
                  counting one;
                  const cancellation_guard guard(with, one);
                  kernel::refuse({SYS_membarrier}, EPERM);
                  with.cancel();
                  cpu_set_t after{};
                  ::sched_getaffinity(0, sizeof after, &after);
                  return one.runs == 1 && CPU_EQUAL(&kernel::visited, &all) &&
                         CPU_EQUAL(&after, &own);
              }),
              0);
}

TEST_F(heavy_fence, that_is_refused_later_is_made_for_threads_that_go_on_registering) {
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

TEST_F(heavy_fence, that_cannot_be_made_at_all_aborts) {
    EXPECT_DEATH(
        {
            standalone_token with(policy::asymmetric);
            register_often(with);
            kernel::refuse({SYS_membarrier, SYS_sched_setaffinity}, EPERM);
            with.cancel();
        },
        "membarrier.2. was granted to this process and is refused now, and so is");
}

TEST_F(heavy_fence, is_made_in_the_child_of_a_process_with_light_tokens) {
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

TEST_F(heavy_fence, is_made_after_the_thread_that_registered_has_ended) {
    const cancellation_source source(policy::asymmetric);
    std::thread([own = source.get_token()] { register_often(own); }).join();
    EXPECT_TRUE(source.cancel());
    EXPECT_TRUE(all_policies_work());
}

TEST(process, works_after_exec) {
    EXPECT_EQ(kernel::in_new_process("process_image.works", {}, 0), 0);
}

TEST(process, works_where_membarrier_was_never_allowed) {
    EXPECT_EQ(kernel::in_new_process("process_image.works", {SYS_membarrier}, EPERM), 0);
}

TEST(process, works_where_membarrier_does_not_exist) {
    EXPECT_EQ(kernel::in_new_process("process_image.works", {SYS_membarrier}, ENOSYS), 0);
}

// What the new processes run; by itself, it holds here too.
TEST(process_image, works) {
    EXPECT_TRUE(all_policies_work());
    if (std::getenv(kernel::refused_variable) != nullptr) {
        EXPECT_FALSE(fence::heavy_fence_granted());
        EXPECT_EQ(kernel::fences, 0);
    }
}

} // namespace
} // namespace tollgate::cancel
