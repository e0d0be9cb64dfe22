// SPDX-License-Identifier: BSL-1.0
// Sessions that time out unless they are active, in a thread's own loop.
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
    // The sessions must outlive `timeouts`, whose destructor cancels armed timers.
    std::array<session, 3> sessions;
    timer::timers<clock_type> timeouts;

    const auto close = [](timer::timer& due) { static_cast<session&>(due).is_open = false; };
    const auto restart = [&](session& active) {
        timeouts.arm_after(active, 20ms);
    }; // reads no clock

    for (session& opened : sessions) {
        restart(opened);
    }
    while (sessions[1].is_open || sessions[2].is_open) {
        restart(sessions[0]); // only the first session stays active
        const auto next = timeouts.pass(close);
        std::this_thread::sleep_until(std::min(next, clock_type::now() + 1ms));
    }
    const auto steps = static_cast<unsigned long long>(timeouts.so_far().queue_operations);
    std::printf("the first session is open: %d, %llu steps in the queue\n", sessions[0].is_open,
                steps);
    return sessions[0].is_open ? 0 : 1;
}
