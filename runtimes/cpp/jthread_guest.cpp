// SPDX-License-Identifier: BSL-1.0
// The guest `jthread`: threads of C++20 whose waits end when a stop is requested.
#include "cpus.hpp"
#include "serve.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

namespace guest {
namespace {

struct alignas(64) box {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool full = false;

    /// False if a stop was requested before the turn came.
    bool wait(const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        if (!changed.wait(lock, stop, [this] { return full; })) {
            return false;
        }
        full = false;
        return true;
    }

    void pass() {
        {
            const std::lock_guard lock(mutex);
            full = true;
        }
        changed.notify_one();
    }
};

/// The member that has the turn owns the stopwatch. Every hand-off synchronizes with the next one.
struct alignas(64) ring {
    explicit ring(const batch& of)
        : watch(of),
          first(of.first),
          boxes(of.members),
          came(of.members),
          all_there(static_cast<std::ptrdiff_t>(of.members)) {}

    stopwatch watch;
    std::uint64_t first;
    std::vector<box> boxes;
    std::vector<tally> came; ///< of each member, written at its end
    std::latch all_there;
    std::binary_semaphore over{0};
};

void take_turns(const std::stop_token& stop, ring& shared, std::size_t self) {
    const std::size_t members = shared.boxes.size();
    box& mine = shared.boxes[self];
    box& next = shared.boxes[self + 1 == members ? 0 : self + 1];
    shared.all_there.arrive_and_wait();
    tally own;
    for (std::uint64_t done = self; mine.wait(stop); done += members) {
        if (done > 0) { // the first turn was not handed over
            own.add(shared.first + done - 1);
        }
        if (!shared.watch.turn(done)) {
            shared.over.release();
            break;
        }
        next.pass();
    }
    shared.came[self] = own;
}

std::vector<std::jthread> start_members(ring& shared, const ring_places& places) {
    const std::size_t members = shared.boxes.size();
    std::vector<std::jthread> running;
    try {
        running.reserve(members);
        for (std::size_t i = 0; i < members; ++i) {
            running.emplace_back([&shared, &places, i](const std::stop_token& stop) {
                places.put_this_thread(i);
                take_turns(stop, shared, i);
            });
        }
    } catch (...) {
        // The others do not wait for those that could not be made.
        shared.all_there.count_down(static_cast<std::ptrdiff_t>(members - running.size()));
        throw;
    }
    return running;
}

outcome run_ring(const batch& asked) {
    constexpr std::uint64_t most = 4'096;
    if (asked.members > most) {
        throw std::invalid_argument("at most 4096 threads are offered");
    }
    ring shared(asked);
    const ring_places places(asked.members);
    shared.boxes[0].pass();
    {
        const std::vector<std::jthread> running = start_members(shared, places);
        shared.over.acquire();
    } // here each is requested to stop, and joined
    tally came;
    for (const tally& one : shared.came) {
        came += one;
    }
    return shared.watch.with(came);
}

/// Sleeps that a request to stop would end.
outcome run_sleeps(const batch& asked) {
    using namespace std::chrono_literals;
    stopwatch watch(asked);
    const std::stop_source source;
    const std::stop_token stop = source.get_token();
    box idle;
    tally came;
    for (std::uint64_t done = 0; watch.turn(done); ++done) {
        std::unique_lock lock(idle.mutex);
        const bool woken = idle.changed.wait_for(lock, stop, 2ms, [&idle] { return idle.full; });
        if (!woken) {
            came.add(asked.first + done);
        }
    }
    return watch.with(came);
}

greeting describe() {
    return {"jthread",
            compiler(),
            {"it waits by std::condition_variable_any with a std::stop_token, which has a mutex of "
             "its own and registers a callback; ours by std::condition_variable",
             "on a machine of two CPUs it cannot tell the placement free from core, and pins its "
             "threads at both"},
            {{"condvar", "thread/condvar 2 threads:* = one hand-off: notify to return of wait",
              "threads", run_ring},
             {"sleep",
              "sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one wait_for of 2 ms with "
              "a stop token",
              "", run_sleeps}}};
}

} // namespace
} // namespace guest

int main() {
    guest::serve(guest::describe());
}
