// SPDX-License-Identifier: BSL-1.0
//
// left_at_exit HOW: a program that ends while the process's registry is in use. Ends with 0 if all
// goes well, and is ended by a signal if it hangs.
//   running   threads are in watched scopes and pass checkpoints, and its own scope is open
//   later     threads and static objects begin scopes when the registry has ended
//   in_sink   a sink ends it
//   in_pulse  on_pulse of another static registry ends it
//   deaf      no process reads what it writes to stderr, and there is much to say
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <latch>
#include <memory>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace tollgate::liveness;
using namespace std::chrono_literals;

constexpr limits a_moment{.timeout = 1ms, .grace = 0s};

/// Is there before the process's registry is, and so goes after it.
struct at_the_end {
    std::function<void()> call;
    ~at_the_end() {
        if (call) {
            call();
        }
    }
} goes_last;

[[noreturn]] void running() {
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

[[noreturn]] void later() {
    goes_last.call = [] {
        use_the_registry();
        std::thread(&use_the_registry).join();
    };
    use_the_registry();
    std::exit(EXIT_SUCCESS);
}

/// The event that the program waits for ends it.
[[noreturn]] void wait_for_the_end() {
    while (true) {
        ::pause();
    }
}

[[noreturn]] void in_sink() {
    default_registry().set_period(1ms);
    default_registry().set_sinks({[](const event&) { std::exit(EXIT_SUCCESS); }});
    const migrating_scope watched("ends the process", 1, a_moment);
    const migrating_scope another("ends the process, too", 1, a_moment);
    wait_for_the_end();
}

[[noreturn]] void in_pulse() {
    settings how;
    how.period = 1ms;
    how.on_pulse = [](const pulse& seen) {
        if (seen.watched > 0) {
            std::exit(EXIT_SUCCESS);
        }
    };
    static registry one(how);
    const migrating_scope watched(one, "ends the process", 1);
    wait_for_the_end();
}

/// Each event would take a second.
[[noreturn]] void deaf() {
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
            all.emplace_back("frozen", 1, a_moment);
        }
        std::this_thread::yield();
    }
    std::exit(EXIT_SUCCESS);
}

} // namespace

int main(int count, char** arguments) {
    ::alarm(100);
    const std::string_view how = count > 1 ? arguments[1] : "";
    if (how == "running") {
        running();
    } else if (how == "later") {
        later();
    } else if (how == "in_sink") {
        in_sink();
    } else if (how == "in_pulse") {
        in_pulse();
    } else if (how == "deaf") {
        deaf();
    }
    std::fputs("left_at_exit: running, later, in_sink, in_pulse or deaf\n", stderr);
    return EXIT_FAILURE;
}
