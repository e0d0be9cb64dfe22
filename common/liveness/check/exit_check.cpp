// SPDX-License-Identifier: BSL-1.0
//
// Processes that end while a registry is in use, and crashes in sinks and heartbeats. Each runs in
// a process of its own. A signal ends a process that hangs.
#include "forked.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <latch>
#include <memory>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr timeouts a_millisecond{.timeout = 1ms, .grace = 0s};

/// Created before the process's registry, and so destroyed after it.
struct last_to_go {
    std::function<void()> call;
    ~last_to_go() {
        if (call) {
            call();
        }
    }
} goes_last;

/// A sink ends the program at the event for which the program waits.
[[noreturn]] void wait_for_the_end() {
    while (true) {
        ::usleep(1000);
    }
}

[[noreturn]] void end_with_scopes_open() {
    static std::latch begun(2);
    for (int i = 0; i < 2; ++i) {
        std::thread([] {
            const watched_scope outer("detached", 1);
            const watched_scope inner("detached, inner", 1);
            begun.count_down();
            while (true) {
                checkpoint(2);
            }
        }).detach();
    }
    begun.wait();
    static const migrating_scope until_the_end("ends after the registry or before it", 1);
    static thread_local std::unique_ptr<watched_scope> of_the_thread;
    of_the_thread = std::make_unique<watched_scope>("ends with the thread", 1);
    checkpoint(2);
    std::exit(EXIT_SUCCESS);
}

void use_the_registry() {
    const watched_scope outer("outer", 1);
    { const watched_scope inner("inner", 1); }
    const watched_scope inner("inner", 1);
    const migrating_scope other("other", 1);
    checkpoint(2);
    default_registry().set_period(1ms);
    default_registry().set_sinks({});
    if (default_registry().so_far().records == 0) {
        std::abort();
    }
}

std::ptrdiff_t number_of_threads() {
    constexpr auto* tasks = "/proc/self/task";
    return std::filesystem::exists(tasks)
               ? std::distance(std::filesystem::directory_iterator(tasks), {})
               : 0;
}

[[noreturn]] void use_the_registry_when_it_has_ended() {
    std::thread([] {}).join(); // a sanitizer starts its own thread with the first
    static const std::ptrdiff_t usual = number_of_threads();
    goes_last.call = [] {
        use_the_registry();
        // A joined thread may be listed for a moment.
        while (number_of_threads() > usual) {
            std::this_thread::yield();
        }
        std::thread(&use_the_registry).join();
    };
    use_the_registry();
    std::exit(EXIT_SUCCESS);
}

[[noreturn]] void exit_in_a_sink() {
    default_registry().set_period(1ms);
    default_registry().set_sinks({[](const event&) { std::exit(EXIT_SUCCESS); }});
    const migrating_scope watched("ends the process", 1, a_millisecond);
    const migrating_scope another("ends the process, too", 1, a_millisecond);
    wait_for_the_end();
}

[[noreturn]] void exit_in_a_heartbeat() {
    settings options;
    options.period = 1ms;
    options.on_heartbeat = [](const heartbeat& now) {
        if (now.watched > 0) {
            std::exit(EXIT_SUCCESS);
        }
    };
    static registry watcher(options);
    const migrating_scope watched(watcher, "ends the process", 1);
    wait_for_the_end();
}

/// Its stderr has no reader and gets many events: each would take a second.
[[noreturn]] void exit_with_much_to_tell() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0 || ::fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0) {
        std::abort();
    }
    while (::write(ends[1], "........", 8) > 0) {
    }
    ::dup2(ends[1], STDERR_FILENO);
    constexpr std::size_t many = 300;
    std::deque<migrating_scope> all;
    while (default_registry().so_far().events < many) {
        if (all.size() < many) {
            all.emplace_back("frozen", 1, a_millisecond);
        }
        std::this_thread::yield();
    }
    std::exit(EXIT_SUCCESS);
}

TEST(a_process, ends_while_its_registry_is_busy) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (void (*const end)() : {&end_with_scopes_open, &use_the_registry_when_it_has_ended,
                                &exit_in_a_sink, &exit_in_a_heartbeat, &exit_with_much_to_tell}) {
        EXPECT_EXIT((::alarm(100), end()), ::testing::ExitedWithCode(EXIT_SUCCESS), "");
    }
}

TEST(a_registry, that_its_own_sink_destroys_ends_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            settings options;
            options.period = 1ms;
            registry* watcher = nullptr;
            options.sinks.emplace_back([&](const event&) { delete watcher; });
            watcher = new registry(options);
            const migrating_scope watched(*watcher, "watched", 1, a_millisecond);
            wait_for_the_end();
        },
        "ended its registry or thread");
}

void crash() {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    void* const nothing = ::mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *static_cast<volatile char*>(nothing) = 1;
}

constexpr int handled = 42;

/// The child has a handler, and its thread has blocked all signals.
int watch_with(settings options) {
    for (const int signal : {SIGSEGV, SIGBUS}) {
        std::signal(signal, [](int /*signal*/) { ::_exit(handled); });
    }
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    options.period = 1ms;
    registry watcher(options);
    const migrating_scope watched(watcher, "watched", 1, a_millisecond);
    wait_for_the_end();
}

TEST(a_crash, in_a_sink_or_a_heartbeat_reaches_the_handler_of_the_program) {
    settings in_a_sink;
    in_a_sink.sinks.emplace_back([](const event&) { crash(); });
    EXPECT_EQ(in_a_child([&] { return watch_with(in_a_sink); }), handled);
    settings in_a_heartbeat;
    in_a_heartbeat.on_heartbeat = [](const heartbeat&) { crash(); };
    EXPECT_EQ(in_a_child([&] { return watch_with(in_a_heartbeat); }), handled);
}

} // namespace
} // namespace tollgate::liveness
