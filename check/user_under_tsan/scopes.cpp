// SPDX-License-Identifier: BSL-1.0
// Watched scopes, and what is told of them.
#include "scenes.hpp"
#include "shared_data.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace user {

namespace liveness = tollgate::liveness;
using namespace std::chrono_literals;

void scopes() {
    for (int i = 0; i < 10; ++i) {
        data told;
        std::atomic<bool> is_told{false};
        liveness::settings how;
        how.period = 1ms;
        how.of_scopes.timeout = 3ms;
        how.sinks = {[&](const liveness::event& seen) {
            told.text += seen.name;
            ++told.number;
            is_told.store(true, std::memory_order_relaxed);
        }};
        {
            liveness::registry watch(how);
            std::vector<std::thread> others;
            for (int n = 0; n < 4; ++n) {
                others.push_back(start([&, n] {
                    const std::string name = "scope of thread " + std::to_string(n);
                    for (int k = 0; k < 200; ++k) {
                        const liveness::watched_scope outer(watch, name, 1);
                        const liveness::watched_scope inner(watch, "inner", 2);
                        liveness::checkpoint(3);
                        while (k == 100 && n == 0 && !is_told.load(std::memory_order_relaxed)) {
                            std::this_thread::yield(); // stuck
                        }
                    }
                }));
            }
            watch.set_period(2ms);
            for (std::thread& one : others) {
                one.join();
            }
        }
        require(told.number > 0 && !told.text.empty(), "what was told");
    }
    const liveness::watched_scope here("main", 1);
    std::thread([] { const liveness::watched_scope there("other", 1); }).join();
}

} // namespace user
