// SPDX-License-Identifier: BSL-1.0
//
// Registries that are created and destroyed while their scopes live, and sinks that change while
// they are called.
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// Registries, each of which is replaced by a new registry now and then.
class registries {
public:
    [[nodiscard]] std::shared_ptr<registry> get(std::size_t number) {
        const std::lock_guard lock(mutex_);
        return all_[number % all_.size()];
    }
    void replace(std::size_t number) {
        auto another = new_registry();
        const std::lock_guard lock(mutex_);
        all_[number % all_.size()].swap(another);
    }
    /// A sink that may be called until it is destroyed.
    [[nodiscard]] liveness::sink sink() {
        return [this, lives = std::make_shared<int>(1)](const event&) { reported_ += *lives; };
    }
    [[nodiscard]] std::uint64_t reported() const { return reported_; }

private:
    std::shared_ptr<registry> new_registry() {
        settings options;
        options.period = 1ms;
        options.default_timeouts.timeout = 1ms;
        options.sinks.push_back(sink());
        return std::make_shared<registry>(options);
    }

    std::atomic<std::uint64_t> reported_{0};
    std::mutex mutex_;
    std::array<std::shared_ptr<registry>, 3> all_{new_registry(), new_registry(), new_registry()};
};

/// A scope in one registry around a scope in another; a registry may be gone before its scope ends.
/// Now and then it freezes, and changes sinks and the period while other scopes are reported.
void live_in_two(registries& all, std::size_t number) {
    std::shared_ptr<registry> around = all.get(number);
    const watched_scope outer(*around, "outer", 1);
    migrating_scope beside(*around, "beside", 1);
    around.reset();
    checkpoint(2);
    beside.checkpoint(2);
    {
        std::shared_ptr<registry> within = all.get(number + number / 3);
        const watched_scope inner(*within, "inner", 1);
        if (number % 64 == 0) {
            within->set_sinks({all.sink(), [](const event&) { throw 1; }});
            within->add_sink(all.sink());
            within->set_period(std::chrono::milliseconds(1 + number % 3));
        }
        within.reset();
        checkpoint(2);
        if (number % 64 == 0) {
            std::this_thread::sleep_for(2ms);
        }
    }
    checkpoint(3);
}

TEST(registries_that_come_and_go, leave_scopes_and_threads_alone) {
    const testing::watchdog time_budget("registries that come and go");
    registries all;
    std::atomic<bool> over{false};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (std::size_t number = i; !over; number += 5) {
                live_in_two(all, number);
            }
        });
    }
    for (std::size_t number = 0; number < 600 / testing::stress_divisor; ++number) {
        all.replace(number);
        if (number % 4 == 0) {
            std::this_thread::sleep_for(5ms);
        }
    }
    over = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_GT(all.reported(), 0U);
}

} // namespace
} // namespace tollgate::liveness
