// SPDX-License-Identifier: BSL-1.0
// A thread that does something each 5 ms, until it is stopped.
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/ticker.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/timer/tick_schedule.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <semaphore>

namespace cancel = tollgate::cancel;
using namespace std::chrono_literals;
using tollgate::timer::missed_ticks;

int main() {
    std::counting_semaphore<> beats(0);
    std::uint64_t left_out = 0;
    cancel::thread heart([&](const cancel::token& cancellation) {
        cancel::ticker ticks(5ms, missed_ticks::skip);
        while (const auto missed = ticks.wait(cancellation)) { // no value: cancelled
            left_out += *missed;                               // this thread was late
            beats.release();
        }
    });
    for (int beat = 1; beat <= 10; ++beat) {
        beats.acquire();
    }
    heart.cancel();
    heart.join();
    std::printf("10 ticks, and %llu were left out\n", static_cast<unsigned long long>(left_out));
    return 0;
}
