// SPDX-License-Identifier: BSL-1.0
// Races of the program's own, which ThreadSanitizer must report.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <atomic>
#include <mutex>
#include <thread>

namespace user {

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;
namespace sleep = tollgate::sleep;

namespace {

void increment_when(int& shared, const cancel::token& cancellation) {
    wait_for(cancellation);
    ++shared;
}

} // namespace

void write_after_a_cancellation() {
    int shared = 0;
    cancel::standalone_token stop;
    std::thread other = start([&] { increment_when(shared, stop); });
    stop.cancel();
    ++shared;
    other.join();
}

void ask_another_token() {
    int shared = 0;
    cancel::standalone_token stop;
    cancel::standalone_token other_stop;
    std::atomic<bool> may_go{false};
    std::thread other = start([&] {
        while (!other_stop.is_cancelled() && !may_go.load(std::memory_order_relaxed)) {
        }
        ++shared;
    });
    ++shared;
    stop.cancel();
    may_go.store(true, std::memory_order_relaxed);
    other.join();
}

void write_after_a_registration() {
    int shared = 0;
    const cancel::cancellation_source stop;
    std::atomic<bool> may_go{false};
    std::thread other = start([&, mine = stop.get_token()] {
        cancel::on_cancel handler(mine, [&] { ++shared; });
        ++shared;
        may_go.store(true, std::memory_order_relaxed);
        wait_for(mine);
    });
    while (!may_go.load(std::memory_order_relaxed)) {
    }
    stop.cancel();
    other.join();
}

void write_after_a_push() {
    int shared = 0;
    queue::spsc_queue<int> items(4);
    std::thread other = start([&] {
        require(items.pop().status() == queue::status::done, "a pop");
        ++shared;
    });
    require(items.push(1) == queue::status::done, "a push");
    ++shared;
    other.join();
}

void write_after_an_unlock() {
    int shared = 0;
    sleep::brief_lock lock;
    const auto forgetful = [&] {
        { const std::lock_guard locked(lock); }
        ++shared;
    };
    std::thread other = start([&] {
        ++shared;
        forgetful();
    });
    forgetful();
    other.join();
}

} // namespace user
