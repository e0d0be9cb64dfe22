// SPDX-License-Identifier: BSL-1.0
// A thread that sees a cancellation sees all writes before it.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <atomic>
#include <thread>

namespace user {

namespace cancel = tollgate::cancel;

void a_flag() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        cancel::standalone_token stop;
        std::thread other = start([&] {
            wait_for(stop);
            expect(shared, i);
        });
        write(shared, i);
        stop.cancel();
        other.join();
    }
}

void a_call_that_comes_too_late() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        const cancel::cancellation_source stop;
        std::thread other = start([&] {
            while (stop.cancel()) { // either thread may be the first
                return;
            }
            if (shared.number == 0) {
                return;
            }
        });
        other.join();
        stop.cancel();
    }
    for (int i = 1; i <= rounds; ++i) {
        data shared;
        std::atomic<bool> may_go{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!may_go.load(std::memory_order_relaxed)) {
            }
            if (!stop.cancel()) {
                expect(shared, i);
            }
        });
        write(shared, i);
        stop.cancel();
        may_go.store(true, std::memory_order_relaxed);
        other.join();
    }
}

} // namespace user
