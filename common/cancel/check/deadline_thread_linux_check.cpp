// SPDX-License-Identifier: BSL-1.0
//
// The thread that watches deadlines: when it exists, forks, and the end of the process. Each check
// runs in a child of fork(), which begins without the thread.
#include "at_a_deadline.hpp"
#include "falls_asleep.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/refusing_kernel_linux.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

auto number_of_threads() {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    return std::distance(begin(threads), end(threads));
}

bool deadline_comes(const token& cancellation) {
    await_cancellation(cancellation);
    return clock::now() >= cancellation.deadline() &&
           cancellation.reason() == reason_kind::deadline;
}

bool deadline_comes() {
    return deadline_comes(source_with_deadline(1ms).get_token());
}

class a_deadline_thread : public ::testing::Test {
protected:
    void SetUp() override {
#ifdef __SANITIZE_THREAD__
        GTEST_SKIP() << "ThreadSanitizer lets no child of a process with threads start one";
#endif
    }
};

TEST_F(a_deadline_thread, is_one_and_begins_with_the_first_deadline) {
    testing::expect_in_child([] {
        const auto before = number_of_threads();
        const auto passed = source_with_deadline(0s);
        const auto never = source_with_deadline(clock::duration::max());
        const auto without = number_of_threads();
        const auto first = source_with_deadline(1h);
        const auto second = source_with_deadline(first, 1min);
        const bool comes = deadline_comes();
        return comes && without == before && number_of_threads() == before + 1;
    });
}

TEST_F(a_deadline_thread, that_is_refused_is_an_error_of_the_call) {
    testing::expect_in_child([] {
        testing::refuse_calls({SYS_clone, SYS_clone3}, EAGAIN);
        try {
            static_cast<void>(source_with_deadline(1ms));
            return false;
        } catch (const std::system_error& error) {
            return error.code() == std::errc::resource_unavailable_try_again &&
                   source_with_deadline(-1s).is_cancelled();
        }
    });
}

/// Of the parent, which has not come when the process forks, and of the child.
TEST_F(a_deadline_thread, is_started_anew_in_the_child_of_a_fork) {
    testing::expect_in_child([] {
        const sourced_token own = source_with_deadline(100ms).get_token();
        const sourced_token follower = cancellation_source::following(own).get_token();
        const bool comes_in_child =
            testing::in_child([&] {
                return deadline_comes(follower) && deadline_comes(own) && deadline_comes();
            }) == 0;
        return comes_in_child && deadline_comes(own);
    });
}

TEST_F(a_deadline_thread, is_not_started_in_a_child_without_deadlines) {
    testing::expect_in_child([] {
        return deadline_comes() && testing::in_child([] {
                                       const auto before = number_of_threads();
                                       return before == 1 && deadline_comes();
                                   }) == 0;
    });
}

/// The thread that forks is the only one of the child: the deadline thread itself.
TEST_F(a_deadline_thread, that_forks_goes_on_in_the_child) {
    testing::expect_in_child([] {
        static const sourced_token next = source_with_deadline(100ms).get_token();
        int code = -1;
        run_at_a_deadline([&] {
            const pid_t child = ::fork();
            if (child == 0) {
                ::alarm(60);
                static const on_cancel last(next, [] { std::_Exit(EXIT_SUCCESS); });
            } else {
                code = testing::exit_code_of(child);
            }
        });
        return code == 0;
    });
}

TEST_F(a_deadline_thread, is_there_until_all_static_objects_are_destroyed) {
    for (const bool before : {false, true}) {
        testing::expect_in_child([=] {
            testing::after_static_objects = [] { return deadline_comes(); };
            if (before) {
                deadline_comes();
            }
            std::exit(2);
            return false;
        });
    }
}

/// After the library's own end: the process ends all the same.
TEST_F(a_deadline_thread, delays_no_end_of_the_process) {
    testing::expect_in_child([] {
        static const auto armed = source_with_deadline(1h);
        std::exit(EXIT_SUCCESS);
        return false;
    });
}

/// Runs after the destructors of static objects, immediately before the library's own end.
std::atomic<bool> process_ends{false};
[[gnu::destructor(102)]] void notice_the_end() {
    process_ends = true;
}

TEST_F(a_deadline_thread, ends_although_a_handler_makes_a_source_meanwhile) {
    EXPECT_EQ(testing::in_child([] {
                  static std::atomic<bool> runs{false};
                  const long main_thread = own_thread_id();
                  std::thread([main_thread] {
                      run_at_a_deadline([main_thread] {
                          runs = true;
                          runs.notify_all();
                          while (!process_ends) {
                              std::this_thread::yield();
                          }
                          falls_asleep(main_thread); // it waits for the end of this handler
                          static_cast<void>(source_with_deadline(1h));
                      });
                  }).detach();
                  runs.wait(false);
                  std::exit(EXIT_SUCCESS);
                  return false;
              }),
              0);
}

TEST_F(a_deadline_thread, may_end_the_process) {
    testing::expect_in_child([] {
        run_at_a_deadline([] { std::exit(EXIT_SUCCESS); });
        return false;
    });
}

/// The handlers of fork() did not run in it. The thread must sleep when the process is copied: a
/// lock that it holds would stay locked in the copy.
TEST_F(a_deadline_thread, is_not_awaited_at_the_end_of_a_process_without_one) {
    testing::expect_in_child([] {
        long thread = 0;
        run_at_a_deadline([&thread] { thread = own_thread_id(); });
        static const auto armed = source_with_deadline(1h);
        while (!falls_asleep(thread)) {
        }
        const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        if (child == 0) {
            ::alarm(60);
            std::exit(EXIT_SUCCESS);
        }
        return testing::exit_code_of(child) == 0;
    });
}

} // namespace
} // namespace tollgate::cancel
