// SPDX-License-Identifier: BSL-1.0
// Sessions that are closed when nothing was heard of them for a while, in a thread's own loop.
#include <tollgate/timer/timer.hpp>
#include <tollgate/timer/timers.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <thread>

namespace timer = tollgate::timer;
using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;

struct session : timer::timer {
    bool is_open = true;
};

int main() {
    std::array<session, 3> all; // it outlives the set, which calls off what is armed still
    timer::timers<clock_type> patience;

    const auto close = [](timer::timer& due) { static_cast<session&>(due).is_open = false; };
    const auto heard_of = [&](session& one) { patience.arm_after(one, 20ms); }; // no clock is read

    for (session& one : all) {
        heard_of(one);
    }
    while (all[1].is_open || all[2].is_open) {
        heard_of(all[0]); // of one of them again and again
        const auto next = patience.pass(close);
        std::this_thread::sleep_until(std::min(next, clock_type::now() + 1ms));
    }
    const auto steps = static_cast<unsigned long long>(patience.so_far().queue_operations);
    std::printf("the first one is open: %d, %llu steps in the queue\n", all[0].is_open, steps);
    return all[0].is_open ? 0 : 1;
}
