// SPDX-License-Identifier: BSL-1.0
// A fiber sends; another fiber receives until no message comes for a while, or until it is stopped.
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
    boost::fibers::use_scheduling_algorithm<fiber::round_robin>(); // first, on each thread

    fiber::channel<int> messages(1);
    cancel::standalone_token stop; // one token stops all fibers of this thread
    int received = 0;

    boost::fibers::fiber sender([&] {
        for (int i = 0; i < 1000; ++i) {
            if (messages.push(i, stop) != queue::status::done) {
                return;
            }
        }
        fiber::sleep_for(30ms); // longer than the receiver waits
        messages.close();
    });
    boost::fibers::fiber receiver([&] {
        fiber::alarm silence(10ms);
        while (messages.pop_until(silence, stop)) {
            ++received;
            silence.restart(); // three stores: no clock is read
        }
        // A deferred timeout begins at the scheduler's next clock check.
        const auto last = messages.pop_for(fiber::deferred(10s), stop);
        std::printf("%d messages, then %s\n", received, to_string(last.status()).data());
    });
    receiver.join();
    sender.join();
    return received == 1000 ? 0 : 1;
}
