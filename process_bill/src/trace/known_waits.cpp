// SPDX-License-Identifier: BSL-1.0
#include "known_waits.hpp"

#include "event_source.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <thread>

#include <sched.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

constexpr int hand_overs = 5'000;

void hand_over(sleep::parker& own, sleep::parker& other) {
    for (int i = 0; i < hand_overs; ++i) {
        other.wake();
        (void)own.sleep_for(std::chrono::seconds(10));
    }
}

} // namespace

std::optional<double> time_known_waits() {
    const event_source events({::getpid()}, {.cpus = 1, .follow_children = false});
    if (!events.refused().empty()) {
        return std::nullopt;
    }
    sleep::parker first;
    sleep::parker second;
    const int cpu = ::sched_getcpu();
    const auto run = [cpu](sleep::parker& own, sleep::parker& other) {
        return posix::start_thread<std::jthread>([cpu, &own, &other] {
            cpu::pin_this_thread(cpu);
            hand_over(own, other);
        });
    };
    {
        const std::jthread one = run(first, second);
        const std::jthread another = run(second, first);
    }
    double cpu_ns = 0;
    double waits = 0;
    for (const wait_counts& wait : events.total().waits) {
        if (wait.kind == wait_kind::futex && wait.thread != ::getpid()) {
            cpu_ns += static_cast<double>(wait.cpu_ns + wait.wake_cpu_ns);
            waits += static_cast<double>(wait.waits);
        }
    }
    return waits > hand_overs / 2.0 ? std::optional(cpu_ns / waits) : std::nullopt;
}

} // namespace tollgate::bill
