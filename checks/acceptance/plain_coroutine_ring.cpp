// SPDX-License-Identifier: BSL-1.0
// A judge for fiber/coroutine_ring/impl:std: coroutines that resume each other in a ring, between
// two readings of the clock. It shares no code with the project.
//
//   plain_coroutine_ring COROUTINES RESUMES CPU     prints ns for one resume
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <sched.h>

namespace {

struct task {
    struct promise_type {
        task get_return_object() {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        static std::suspend_always initial_suspend() noexcept { return {}; }
        static std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<> handle;
};

struct resume_of {
    std::coroutine_handle<> next;
    static bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>) const noexcept { return next; }
    static void await_resume() noexcept {}
};

/// Each member ends in its place after the same number of resumes.
task member(const std::vector<task>& ring, std::size_t next, long rounds) {
    const std::coroutine_handle<> after = ring[next].handle;
    for (long i = 0; i < rounds; ++i) {
        co_await resume_of{after};
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        return 2;
    }
    const auto count = static_cast<std::size_t>(std::atol(argv[1]));
    const long resumes = std::atol(argv[2]);
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(std::atoi(argv[3]), &only);
    if (count == 0 || sched_setaffinity(0, sizeof only, &only) != 0) {
        return 3;
    }
    const long rounds = resumes / static_cast<long>(count);
    std::vector<task> ring(count);
    for (std::size_t i = 0; i < count; ++i) {
        ring[i] = member(ring, (i + 1) % count, rounds);
    }
    const auto start = std::chrono::steady_clock::now();
    ring[0].handle.resume();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.4f\n", took.count() / static_cast<double>(rounds * static_cast<long>(count)));
    for (const task& each : ring) {
        each.handle.destroy();
    }
}
