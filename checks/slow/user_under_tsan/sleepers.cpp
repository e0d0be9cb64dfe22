// SPDX-License-Identifier: BSL-1.0
// Sleepers and the lock of the same library.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace user {

namespace sleep = tollgate::sleep;
using namespace std::chrono_literals;

namespace {

template <class Sleeper>
void use_sleeper() {
    Sleeper there;
    Sleeper back;
    data shared;
    std::thread other = start([&] {
        for (int i = 0; i < rounds; ++i) {
            while (there.sleep_for(1h) != sleep::outcome::woken) {
            }
            expect(shared, 2 * i);
            write(shared, 2 * i + 1);
            back.wake();
        }
    });
    for (int i = 0; i < rounds; ++i) {
        write(shared, 2 * i);
        there.wake();
        while (back.sleep_for(1h) != sleep::outcome::woken) {
        }
        expect(shared, 2 * i + 1);
    }
    other.join();
}

} // namespace

void sleepers() {
    use_sleeper<sleep::parker>();
    use_sleeper<sleep::precise_parker>();
    use_sleeper<sleep::eventfd_sleeper>();
}

void locks() {
    sleep::brief_lock lock;
    data shared;
    std::vector<std::thread> others;
    for (int n = 0; n < 4; ++n) {
        others.push_back(start([&] {
            for (int i = 0; i < 2'000; ++i) {
                const std::lock_guard locked(lock);
                write(shared, shared.number + 1);
                if (i % 100 == 0) {
                    std::this_thread::yield();
                }
            }
        }));
    }
    for (std::thread& thread : others) {
        thread.join();
    }
    expect(shared, 8'000);
}

} // namespace user
