// SPDX-License-Identifier: BSL-1.0
//
// A sink that waits for ever in a write to a full pipe: whoever is watched goes on, and the monitor
// looks. Nothing is timed: all of the work is done while the sink waits.
#include "listener.hpp"

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// Into which no byte more goes until somebody reads.
class full_pipe {
public:
    full_pipe() {
        EXPECT_EQ(::pipe(ends_.data()), 0);
        ::fcntl(ends_[1], F_SETFL, O_NONBLOCK);
        const std::array<char, 4096> some{};
        while (::write(ends_[1], some.data(), some.size()) > 0 ||
               ::write(ends_[1], some.data(), 1) > 0) {
        }
        ::fcntl(ends_[1], F_SETFL, 0);
    }
    ~full_pipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    full_pipe(const full_pipe&) = delete;
    full_pipe& operator=(const full_pipe&) = delete;

    void wait_for_room() const { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }
    void make_room() const {
        std::array<char, 65'536> some;
        EXPECT_GT(::read(ends_[0], some.data(), some.size()), 0);
    }

private:
    std::array<int, 2> ends_{};
};

void work_under_watch(registry& in) {
    for (int i = 0; i < 20'000 / faults::stress_divisor; ++i) {
        const watched_scope watched(in, "worker", 1);
        for (std::uint32_t id = 2; id < 10; ++id) {
            checkpoint(id);
        }
        const blocking_scope waiting(11);
    }
}

TEST(a_sink_that_blocks, holds_up_neither_workers_nor_the_monitor) {
    const faults::watchdog patience("a sink that blocks");
    const full_pipe pipe;
    std::atomic<int> waiting{0};
    std::atomic<bool> wrote{false};
    settings how;
    how.period = 1ms;
    how.of_scopes.timeout = 5ms;
    how.sinks.emplace_back([&](const event&) {
        if (++waiting == 1) {
            waiting.notify_all();
            pipe.wait_for_room();
            wrote = true;
        }
    });
    registry one(how);
    {
        const watched_scope frozen(one, "frozen", 1);
        waiting.wait(0);
    }
    std::vector<std::thread> workers;
    for (int i = 0; i < 4; ++i) {
        workers.emplace_back([&] {
            // The first scope of a thread takes the store's lock; all others do not.
            work_under_watch(one);
            std::thread([&] { work_under_watch(one); }).join();
        });
    }
    for (std::thread& each : workers) {
        each.join();
    }
    const std::uint64_t looks = one.so_far().looks;
    while (one.so_far().looks < looks + 3) {
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_FALSE(wrote);
    pipe.make_room();
}

} // namespace
} // namespace tollgate::liveness
