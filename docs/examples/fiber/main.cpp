// SPDX-License-Identifier: BSL-1.0
// A fiber sends, another one receives until nothing has come for a while, or until it is stopped.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <chrono>
#include <cstdio>

namespace cancel = tollgate::cancel;
namespace fiber = tollgate::fiber;
namespace queue = tollgate::queue;
using namespace std::chrono_literals;

int main() {
    boost::fibers::use_scheduling_algorithm<fiber::round_robin>(); // first of all, on each thread

    fiber::channel<int> messages(1);
    cancel::standalone_token stop; // for as many fibers of this thread as there are
    int received = 0;

    boost::fibers::fiber sender([&] {
        for (int i = 0; i < 1000; ++i) {
            if (messages.push(i, stop) != queue::status::done) {
                return;
            }
        }
        fiber::sleep_for(30ms, stop); // longer than the receiver's patience
        messages.close();
    });
    boost::fibers::fiber receiver([&] {
        fiber::alarm silence(10ms);
        while (messages.pop_until(silence, stop)) {
            ++received;
            silence.restart(); // two stores: no clock is read
        }
        // Its time counts from when the scheduler next looks at the clock.
        const auto none = messages.pop_for(fiber::deferred(10s), stop);
        std::printf("%d messages, then %s\n", received, to_string(none.status()).data());
    });
    receiver.join();
    sender.join();
    return received == 1000 ? 0 : 1;
}
