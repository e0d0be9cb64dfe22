// SPDX-License-Identifier: BSL-1.0
//
// Signals end neither a poll nor a sleep.
#include "falls_asleep.hpp"
#include "open_pipe.hpp"

#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include <pthread.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

std::atomic<int> signals_seen = 0;

/// A handler that does not restart the interrupted call.
class interrupting_signal {
public:
    interrupting_signal() {
        struct sigaction now {};
        now.sa_handler = [](int) { ++signals_seen; };
        ::sigaction(SIGUSR1, &now, &before_);
        signals_seen = 0;
    }
    ~interrupting_signal() { ::sigaction(SIGUSR1, &before_, nullptr); }
    interrupting_signal(const interrupting_signal&) = delete;
    interrupting_signal& operator=(const interrupting_signal&) = delete;

private:
    struct sigaction before_ {};
};

/// Interrupts the calling thread's wait several times, each time while it sleeps. Then ends it.
wait_status interrupted(const std::function<wait_status()>& wait,
                        const std::function<void()>& end_it) {
    const interrupting_signal installed;
    std::thread disturber([&, waiter = ::pthread_self(), id = own_thread_id()] {
        for (int sent = 1; sent <= 10; ++sent) {
            falls_asleep(id);
            ::pthread_kill(waiter, SIGUSR1);
            while (signals_seen < sent) {
                std::this_thread::yield();
            }
        }
        falls_asleep(id);
        end_it();
    });
    const wait_status status = wait();
    EXPECT_EQ(signals_seen, 10) << "it returned before it was ended";
    disturber.join();
    return status;
}

TEST(a_signal, ends_no_poll_with_a_deadline) {
    const standalone_token cancellation;
    const open_pipe pipe;
    std::array<pollfd, 1> all{pollfd{pipe.reading(), POLLIN, 0}};
    const auto write = [&] { pipe.write(); };
    EXPECT_EQ(interrupted([&] { return poll(all, 1h, cancellation); }, write),
              wait_status::notified);
    EXPECT_EQ(all[0].revents, POLLIN);
}

TEST(a_signal, ends_no_sleep) {
    standalone_token cancellation;
    const auto cancel = [&] { cancellation.cancel(); };
    EXPECT_EQ(interrupted([&] { return sleep_for(1h, cancellation); }, cancel),
              wait_status::cancelled);
}

} // namespace
} // namespace tollgate::cancel
