// SPDX-License-Identifier: BSL-1.0
//
// A crash in what a registry calls on its threads comes to the program's handler.
#include "forked.hpp"

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>

#include <gtest/gtest.h>

#include <csignal>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr int handled = 42;

void crash() {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    void* const nothing = ::mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *static_cast<volatile char*>(nothing) = 1;
}

/// With a handler in the child, whose thread has blocked all signals.
int watch_with(const settings& how) {
    for (const int signal : {SIGSEGV, SIGBUS}) {
        std::signal(signal, [](int /*signal*/) { ::_exit(handled); });
    }
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    registry in(how);
    const migrating_scope watched(in, "watched", 1, {.timeout = 1ms, .grace = 0s});
    while (true) {
        ::usleep(1000);
    }
}

TEST(a_crash, in_a_sink_comes_to_the_programs_handler) {
    EXPECT_EQ(in_a_child([] {
                  settings how;
                  how.period = 1ms;
                  how.sinks.emplace_back([](const event&) { crash(); });
                  return watch_with(how);
              }),
              handled);
}

TEST(a_crash, in_on_pulse_comes_to_the_programs_handler) {
    EXPECT_EQ(in_a_child([] {
                  settings how;
                  how.period = 1ms;
                  how.on_pulse = [](const pulse&) { crash(); };
                  return watch_with(how);
              }),
              handled);
}

} // namespace
} // namespace tollgate::liveness
