// SPDX-License-Identifier: BSL-1.0
//
// Cancelling, waiting and polling in a program's own handlers of fork(), registered before main().

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>

#include <pthread.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

using act = std::function<void()>;

/// The actions of this program's handlers. The handlers find them by a pointer, because they are
/// registered before static objects are made.
struct handlers_of_fork {
    act before = [] {};
    act in_parent = [] {};
    act in_child = [] {};
};
constinit const handlers_of_fork* installed = nullptr;

/// Static objects of a program are made before those of the libraries in it.
[[maybe_unused]] const int registered = ::pthread_atfork(
    [] {
        if (installed != nullptr) {
            installed->before();
        }
    },
    [] {
        if (installed != nullptr) {
            installed->in_parent();
        }
    },
    [] {
        if (installed != nullptr) {
            installed->in_child();
        }
    });

/// Whether `holds` is true in a child of a process that has these handlers.
template <class Holds>
bool in_child_with(const handlers_of_fork& all, Holds holds) {
    installed = &all;
    const bool held = testing::in_child(holds) == 0;
    installed = nullptr;
    return held;
}

/// A source and its follower, cancelled in one of the handlers.
bool may_cancel_in(act handlers_of_fork::*which) {
    const cancellation_source root;
    const cancellation_source follower = cancellation_source::following(root);
    handlers_of_fork all;
    all.*which = [&] { root.cancel(); };
    const bool of_child = in_child_with(
        all, [&] { return which == &handlers_of_fork::in_parent || follower.is_cancelled(); });
    return of_child && follower.is_cancelled() == (which != &handlers_of_fork::in_child);
}

TEST(a_handler_of_fork, may_cancel) {
    for (const auto which :
         {&handlers_of_fork::before, &handlers_of_fork::in_parent, &handlers_of_fork::in_child}) {
        testing::expect_in_child([=] { return may_cancel_in(which); });
    }
}

TEST(a_handler_of_fork, finds_no_repeater_of_the_parent_in_the_child) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer ends a child of a process with threads that starts one";
#endif
    testing::expect_in_child([] {
        if (!detail::repeated_notification::start_repeater()) {
            return false;
        }
        bool has_repeater = true;
        handlers_of_fork all;
        all.in_child = [&] { has_repeater = detail::repeated_notification::has_repeater(); };
        return in_child_with(all, [&] { return !has_repeater; });
    });
}

std::set<std::string> open_files() {
    std::set<std::string> all;
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone; // the directory's own
        all.insert(std::filesystem::read_symlink(each.path(), gone).string());
    }
    return all;
}

void poll_once() {
    const standalone_token cancellation;
    EXPECT_EQ(poll({}, 0ms, cancellation), wait_status::timeout);
}

TEST(a_handler_of_fork, polls_with_a_pipe_of_its_own_in_the_child) {
    testing::expect_in_child([] {
        poll_once();
        const std::set<std::string> of_parent = open_files();
        std::set<std::string> of_child;
        handlers_of_fork all;
        all.in_child = [&] {
            poll_once();
            of_child = open_files();
        };
        return in_child_with(all, [&] {
            return !std::includes(of_parent.begin(), of_parent.end(), of_child.begin(),
                                  of_child.end());
        });
    });
}

} // namespace
} // namespace tollgate::cancel
