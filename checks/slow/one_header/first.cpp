// SPDX-License-Identifier: BSL-1.0
// A program of two files with the header of all parts. It uses what the parts have once in each
// process: the handlers of fork(), and the threads for deadlines, descriptors and repeated
// notifications, which end with the process.
#include "parts_in_two_files.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;
namespace timer = tollgate::timer;
using namespace std::chrono_literals;

namespace {

// With a second handler, fork() would wait for a mutex for ever.
bool child_cancels() {
    const pid_t child = ::fork();
    if (child == 0) {
        const cancel::cancellation_source source;
        ::_exit(source.cancel() ? 7 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

bool queue_passes_elements() {
    queue::blocking_queue<int> elements(4);
    std::jthread producer([&] {
        for (int number = 1; number <= 1000; ++number) {
            static_cast<void>(elements.push(number));
        }
        elements.close();
    });
    tollgate::sleep::parker done;
    return other_file::sum_of(elements, done) == 500500;
}

bool timer_expires() {
    timer::timers<std::chrono::steady_clock> timers;
    timer::timer once;
    int calls = 0;
    timers.arm_after(once, 1ms);
    while (calls == 0) {
        timers.pass([&](timer::timer& /*due*/) { ++calls; });
        std::this_thread::sleep_for(1ms);
    }
    return !once.is_armed();
}

bool descriptor_ends_select(int silent, int ready) {
    int handled = 0;
    const queue::selected result =
        queue::select(queue::readable(silent, [] {}), queue::readable(ready, [&] { ++handled; }));
    return result.index == 1 && handled == 1;
}

} // namespace

int main() {
    std::array<int, 2> silent{};
    std::array<int, 2> late{};
    if (::pipe(silent.data()) != 0 || ::pipe(late.data()) != 0) {
        return 3;
    }
    std::jthread writer([&] {
        std::this_thread::sleep_for(5ms);
        static_cast<void>(::write(late[1], "x", 1) == 1);
    });
    const auto source = cancel::source_with_deadline(5ms);
    const std::array results{child_cancels(), queue_passes_elements(), timer_expires(),
                             descriptor_ends_select(silent[0], late[0]),
                             other_file::deadline_ends_poll(source.get_token(), silent[0])};
    for (const bool result : results) {
        std::fputs(result ? "ok " : "failed ", stdout);
    }
    return results == std::array{true, true, true, true, true} ? 0 : 1;
}
