// SPDX-License-Identifier: BSL-1.0
// Watched scopes and the reports about them.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace user {

namespace liveness = tollgate::liveness;
using namespace std::chrono_literals;

void scopes() {
    for (int i = 0; i < 10; ++i) {
        data reported;
        std::atomic<bool> is_reported{false};
        liveness::settings options;
        options.period = 1ms;
        options.default_timeouts.timeout = 3ms;
        options.sinks = {[&](const liveness::event& event) {
            reported.text += event.name;
            ++reported.number;
            is_reported.store(true, std::memory_order_relaxed);
        }};
        {
            liveness::registry watch(options);
            std::vector<std::thread> others;
            for (int n = 0; n < 4; ++n) {
                others.push_back(start([&, n] {
                    const std::string name = "scope of thread " + std::to_string(n);
                    for (int k = 0; k < 200; ++k) {
                        const liveness::watched_scope outer(watch, name, 1);
                        const liveness::watched_scope inner(watch, "inner", 2);
                        liveness::checkpoint(3);
                        while (k == 100 && n == 0 && !is_reported.load(std::memory_order_relaxed)) {
                            std::this_thread::yield(); // stuck
                        }
                    }
                }));
            }
            watch.set_period(2ms);
            for (std::thread& thread : others) {
                thread.join();
            }
        }
        require(reported.number > 0 && !reported.text.empty(), "a report of a scope");
    }
    const liveness::watched_scope here("main", 1);
    std::thread([] { const liveness::watched_scope there("other", 1); }).join();
}

/// The last scope to end destroys the records of all.
void scopes_that_outlive_their_registry() {
    for (int i = 0; i < rounds; ++i) {
        auto watch = std::make_unique<liveness::registry>(liveness::settings{});
        std::atomic<int> begun{0};
        std::atomic<bool> may_end{false};
        std::vector<std::thread> others;
        for (int n = 0; n < 3; ++n) {
            others.push_back(start([&] {
                const liveness::watched_scope outer(*watch, "outer", 1);
                const liveness::watched_scope inner(*watch, "inner", 2);
                begun.fetch_add(1, std::memory_order_acq_rel);
                while (!may_end.load(std::memory_order_relaxed)) {
                    std::this_thread::yield();
                }
            }));
        }
        while (begun.load(std::memory_order_acquire) < 3) {
            std::this_thread::yield();
        }
        watch.reset();
        may_end.store(true, std::memory_order_relaxed);
        for (std::thread& thread : others) {
            thread.join();
        }
    }
}

} // namespace user
