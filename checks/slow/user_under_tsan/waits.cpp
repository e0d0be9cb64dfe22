// SPDX-License-Identifier: BSL-1.0
// A cancelled wait or poll sees all writes before its cancellation.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <poll.h>

namespace user {

namespace cancel = tollgate::cancel;
using namespace std::chrono_literals;

void waits_for_a_condition() {
    for (const bool under_the_mutex : {false, true}) {
        for (int i = 0; i < rounds / 4; ++i) {
            std::mutex mutex;
            std::condition_variable changed;
            std::deque<data> items;
            data at_the_end;
            const cancel::cancellation_source stop;
            std::vector<std::thread> others;
            for (int n = 0; n < 2; ++n) {
                others.push_back(start([&, mine = stop.get_token()] {
                    for (;;) {
                        std::unique_lock lock(mutex);
                        if (!cancel::wait(
                                changed, lock, [&] { return !items.empty(); }, mine)) {
                            break;
                        }
                        expect(items.front(), 1);
                        items.pop_front();
                    }
                    expect(at_the_end, 2);
                }));
            }
            for (int n = 0; n < 10; ++n) {
                const std::lock_guard lock(mutex);
                write(items.emplace_back(), 1);
                changed.notify_one();
            }
            for (bool is_empty = false; !is_empty; std::this_thread::yield()) {
                const std::lock_guard lock(mutex);
                is_empty = items.empty();
            }
            write(at_the_end, 2);
            if (under_the_mutex) {
                const std::lock_guard lock(mutex);
                stop.cancel();
            } else {
                stop.cancel();
            }
            for (std::thread& thread : others) {
                thread.join();
            }
        }
    }
}

void waits_that_are_cancelled_under_the_mutex() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        data guarded;
        const cancel::cancellation_source stop;
        auto mutex = std::make_unique<std::mutex>();
        auto changed = std::make_unique<std::condition_variable>();
        std::thread other = start([&, mine = stop.get_token()] {
            {
                std::unique_lock lock(*mutex);
                require(!cancel::wait(
                            *changed, lock, [] { return false; }, mine),
                        "a wait");
                expect(shared, i);
                guarded.number += 1;
            }
        });
        {
            const std::lock_guard lock(*mutex);
            write(shared, i);
            stop.cancel();
            std::this_thread::sleep_for(200us); // the repeater notifies meanwhile
            guarded.number += 1;
        }
        other.join();
        changed.reset();
        mutex.reset();
        require(guarded.number == 2, "what the mutex guards");
    }
}

void sleeps() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        {
            cancel::thread other([&](const cancel::token& cancellation) {
                require(cancel::sleep_for(1h, cancellation) == cancel::wait_status::cancelled,
                        "a sleep is cancelled");
                expect(shared, i);
                shared.number = -1;
            });
            write(shared, i);
        }
        require(shared.number == -1, "the thread has run");
    }
}

void polls() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        cancel::standalone_token stop;
        std::thread other = start([&] {
            require(cancel::poll({}, stop) == cancel::wait_status::cancelled, "a poll");
            expect(shared, i);
        });
        yield_times(i % 64);
        write(shared, i);
        stop.cancel();
        other.join();
    }
}

/// The second thread reuses resources of the first, and nothing else orders the two threads.
void polls_of_one_thread_after_another() {
    for (int i = 0; i < rounds; ++i) {
        std::atomic<bool> polled{false};
        const auto poll_some = [] {
            std::array<pollfd, 4> none{};
            none.fill(pollfd{-1, POLLIN, 0});
            require(cancel::poll(none, 0ms, cancel::dummy_token()) == cancel::wait_status::timeout,
                    "a poll");
        };
        std::thread other = start([&] {
            while (!polled.load(std::memory_order_relaxed)) {
            }
            poll_some();
        });
        poll_some();
        polled.store(true, std::memory_order_relaxed);
        other.join();
    }
}

void polls_that_begin_cancelled() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::atomic<bool> may_go{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!may_go.load(std::memory_order_relaxed)) {
            }
            require(cancel::poll({}, 1h, stop) == cancel::wait_status::cancelled, "a poll");
            expect(shared, i);
        });
        write(shared, i);
        stop.cancel();
        may_go.store(true, std::memory_order_relaxed);
        other.join();
    }
}

/// The thread may end, and its resources for polling may be destroyed, before the cancellation
/// reaches them.
void polls_that_look_once() {
    for (int i = 0; i < 2 * rounds; ++i) {
        data shared;
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (cancel::poll({}, 0ms, stop) != cancel::wait_status::cancelled) {
            }
            expect(shared, i);
        });
        yield_times(i % 64);
        write(shared, i);
        stop.cancel();
        other.join();
    }
}

void stop_tokens() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::stop_source stop;
        std::thread other = start([&, of = stop.get_token()] {
            const cancel::from_stop_token cancellation(of);
            const cancel::to_stop_token back(cancellation.get());
            cancel::sleep_for(1h, cancellation);
            expect(shared, i);
            while (!back.get().stop_requested()) {
            }
        });
        write(shared, i);
        stop.request_stop();
        other.join();
    }
}

} // namespace user
