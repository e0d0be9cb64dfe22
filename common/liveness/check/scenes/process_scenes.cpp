// SPDX-License-Identifier: BSL-1.0
//
// Registries with threads of their own, and forked processes.
#include "../listener.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

// Or it is seen an hour later.
TEST(a_new_period, counts_at_once) {
    listener heard;
    settings how;
    how.period = 1h;
    how.of_scopes.timeout = 1ms;
    how.sinks.push_back(heard.ear());
    registry one(how);
    const watched_scope watched(one, "watched", 1);
    while (one.so_far().looks == 0) {
        std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(50ms);
    one.set_period(1ms);
    heard.wait_for(1, event::kind::frozen);
}

/// 0 if the first that a registry tells is a freeze of this name.
int freeze(registry& in, const char* name) {
    listener heard;
    in.set_sinks({heard.ear()});
    const watched_scope watched(in, name, 1);
    heard.wait_for(1, event::kind::frozen, name);
    return heard.heard().size() == 1 ? 0 : 1;
}

int exit_code_of_child(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

settings impatient_with_everybody(listener& heard) {
    settings how;
    how.period = 1ms;
    how.of_scopes.timeout = 5ms;
    how.sinks.push_back(heard.ear());
    return how;
}

// The record that the thread has kept would hide it that nobody looks.
TEST(a_forked_child, is_watched_though_its_thread_had_kept_a_record) {
    listener heard;
    registry one(impatient_with_everybody(heard));
    { const watched_scope before(one, "before", 1); }
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20);
        ::_exit(freeze(one, "in the child"));
    }
    EXPECT_EQ(exit_code_of_child(child), 0);
}

TEST(a_forked_child, is_told_nothing_of_what_its_parent_did) {
    listener heard;
    registry one(impatient_with_everybody(heard));
    const migrating_scope watched(one, "of the parent", 1);
    heard.wait_for(1, event::kind::frozen);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20);
        ::_exit(freeze(one, "in the child"));
    }
    EXPECT_EQ(exit_code_of_child(child), 0);
}

} // namespace
} // namespace tollgate::liveness
