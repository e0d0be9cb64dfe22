// SPDX-License-Identifier: BSL-1.0
//
// Threads that end, and processes that do.
#include "../../src/reporter.hpp"
#include "../last_of_all.hpp"
#include "../two_ends.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

settings told_by_hand() {
    settings how;
    how.driven = driver::by_hand;
    return how;
}

TEST(records, go_back_when_their_thread_ends) {
    registry in(told_by_hand());
    for (int i = 0; i < 100; ++i) {
        std::thread([&] { const watched_scope one(in, "one", 1); }).join();
    }
    EXPECT_EQ(in.so_far().records, 64U);
}

TEST(records, are_not_kept_by_a_thread_that_has_given_its_own_back) {
    registry in(told_by_hand());
    { const watched_scope first_of_all(in, "first of all", 1); }
    last_of_all last;
    for (int i = 0; i < 100; ++i) {
        std::thread([&] {
            last.call([&] { const watched_scope late(in, "late", 1); });
            const watched_scope first(in, "first", 1);
        }).join();
    }
    EXPECT_EQ(in.so_far().records, 64U);
}

/// Or each of them takes a second.
TEST(an_end, does_not_wait_for_a_reader_again_who_does_not_read) {
    const two_ends pipe;
    pipe.fill();
    text_sink to(pipe.writing());
    for (int i = 0; i < 10; ++i) {
        to({});
    }
    EXPECT_EQ(to.not_written(), 10U);
}

TEST(an_end, tells_what_there_is_time_for) {
    int told = 0;
    settings how;
    how.diagnoses = false;
    how.sinks.emplace_back([&](const event&) { ++told; });
    detail::reporter reports(how);
    detail::findings found;
    found.events.resize(3);
    reports.take(found);
    reports.tell_until(std::chrono::steady_clock::time_point::min());
    reports.work_off();
    EXPECT_EQ(told, 0);
    EXPECT_EQ(reports.lost(), 3U);
}

/// The code of the program's own exit, unless it is ended by a signal.
template <class Function>
int exit_of(Function what) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20);
        what();
        ::_exit(99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr limits a_moment{.timeout = 1ms, .grace = 0s};

TEST(an_end, may_be_begun_by_a_sink) {
    EXPECT_EQ(exit_of([] {
                  default_registry().set_period(1ms);
                  default_registry().set_sinks({[](const event&) { std::exit(7); }});
                  const migrating_scope watched("watched", 1, a_moment);
                  while (true) {
                      ::pause();
                  }
              }),
              7);
}

TEST(an_end, of_its_registry_that_a_sink_comes_back_from_ends_the_program) {
    EXPECT_EQ(exit_of([] {
                  settings how;
                  how.period = 1ms;
                  registry* in = nullptr;
                  how.sinks.emplace_back([&](const event&) { delete in; });
                  in = new registry(how);
                  const migrating_scope watched(*in, "watched", 1, a_moment);
                  while (true) {
                      ::pause();
                  }
              }),
              -1);
}

void use_scopes() {
    { const watched_scope outer("outer", 1); }
    std::thread([] { const watched_scope other("other", 1); }).join();
    default_registry().set_period(2ms);
    static_cast<void>(default_registry().so_far());
}

TEST(an_end, of_the_registry_of_the_process_leaves_it_to_be_used) {
    EXPECT_EQ(exit_of([] {
                  ::atexit([] {
                      use_scopes();
                      ::_exit(8);
                  });
                  use_scopes();
                  std::exit(7);
              }),
              8);
}

/// A thread that looked still would find the scope frozen.
TEST(an_end, of_the_registry_of_the_process_is_its_last_look) {
    EXPECT_EQ(exit_of([] {
                  ::atexit([] {
                      const std::uint64_t looks = default_registry().so_far().looks;
                      const migrating_scope late("late", 1);
                      ::usleep(50'000);
                      ::_exit(default_registry().so_far().looks == looks ? 8 : 9);
                  });
                  use_scopes();
                  std::exit(7);
              }),
              8);
}

} // namespace
} // namespace tollgate::liveness
