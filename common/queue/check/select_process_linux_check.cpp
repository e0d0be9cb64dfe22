// SPDX-License-Identifier: BSL-1.0
//
// A select in a child of fork(), and in the destructor of a static object.
#include "driven_select.hpp"

#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

/// The exit code of a child of this process that calls the function.
template <class Function>
int exit_code_of_child(Function function) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        function();
        std::_Exit(EXIT_FAILURE);
    }
    int ended = 0;
    ::waitpid(child, &ended, 0);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

/// Waits for another thread and for a deadline.
template <class First, class Second>
bool selects_as_ever(First& first, Second& second) {
    const auto select_both = [&] {
        return select(pop(first, ignore), pop(second, ignore), within(1ms));
    };
    bool holds = select_both().status == status::timeout;
    std::thread other([&] { holds = second.push(1) == status::done && holds; });
    const selected ended = select(pop(first, ignore), pop(second, ignore));
    other.join();
    holds = holds && ended.index == 1 && ended.status == status::done;
    return holds && select(push(first, 2)).status == status::done && select_both().index == 0;
}

TEST(select_in_a_child_of_fork, works_as_in_its_parent) {
    blocking_queue<int> first(1);
    spsc_queue<int> second(1);
    EXPECT_TRUE(selects_as_ever(first, second));
    EXPECT_EQ(exit_code_of_child([&] {
                  std::_Exit(selects_as_ever(first, second) ? EXIT_SUCCESS : EXIT_FAILURE);
              }),
              EXIT_SUCCESS);
    EXPECT_TRUE(selects_as_ever(first, second));
}

/// Selects when the static objects that were made after it are destroyed.
template <class First, class Second>
struct selects_at_exit {
    First first{1};
    Second second{1};

    selects_at_exit() = default;
    selects_at_exit(const selects_at_exit&) = delete;
    selects_at_exit& operator=(const selects_at_exit&) = delete;
    ~selects_at_exit() { std::_Exit(selects_as_ever(first, second) ? EXIT_SUCCESS : EXIT_FAILURE); }
};

TEST(select_in_a_static_destructor, works_as_before) {
    EXPECT_EQ(exit_code_of_child([] {
                  static selects_at_exit<blocking_queue<int>, spsc_queue<int>> last;
                  std::exit(EXIT_FAILURE); // NOLINT(concurrency-mt-unsafe): the only thread
              }),
              EXIT_SUCCESS);
}

} // namespace
} // namespace tollgate::queue
