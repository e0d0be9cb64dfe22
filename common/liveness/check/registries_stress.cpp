// SPDX-License-Identifier: BSL-1.0
//
// Registries that come and go while scopes of theirs live, and sinks that are changed while they
// are called.
#include <tollgate/faults/stress.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

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

/// Of which each is replaced by a new one now and then.
class registries {
public:
    [[nodiscard]] std::shared_ptr<registry> get(std::size_t number) {
        const std::lock_guard lock(mutex_);
        return all_[number % all_.size()];
    }
    void replace(std::size_t number) {
        auto another = made();
        const std::lock_guard lock(mutex_);
        all_[number % all_.size()].swap(another);
    }
    /// One that may be called until it is destroyed.
    [[nodiscard]] liveness::sink sink() {
        return [this, lives = std::make_shared<int>(1)](const event&) { told_ += *lives; };
    }
    [[nodiscard]] std::uint64_t told() const { return told_; }

private:
    std::shared_ptr<registry> made() {
        settings how;
        how.period = 1ms;
        how.of_scopes.timeout = 1ms;
        how.sinks.push_back(sink());
        return std::make_shared<registry>(how);
    }

    std::atomic<std::uint64_t> told_{0};
    std::mutex mutex_;
    std::array<std::shared_ptr<registry>, 3> all_{made(), made(), made()};
};

/// A scope in one registry, which may be gone before the scope ends, around one in another. Now and
/// then it freezes, and changes sinks and the period while others are told.
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
    const faults::watchdog patience("registries that come and go");
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
    for (std::size_t number = 0; number < 600 / faults::stress_divisor; ++number) {
        all.replace(number);
        if (number % 4 == 0) {
            std::this_thread::sleep_for(5ms);
        }
    }
    over = true;
    for (std::thread& one : threads) {
        one.join();
    }
    EXPECT_GT(all.told(), 0U);
}

} // namespace
} // namespace tollgate::liveness
