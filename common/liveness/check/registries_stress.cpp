// SPDX-License-Identifier: BSL-1.0
//
// Registries that come and go while scopes of theirs live, and sinks that are changed while they
// are called.
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
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
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

settings impatient_with_all() {
    settings how;
    how.period = 1ms;
    how.of_scopes.timeout = 1ms;
    return how;
}

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
    [[nodiscard]] std::uint64_t told() const { return told_; }

private:
    std::shared_ptr<registry> made() {
        settings how = impatient_with_all();
        how.sinks.emplace_back([this](const event&) { ++told_; });
        return std::make_shared<registry>(how);
    }

    std::atomic<std::uint64_t> told_{0};
    std::mutex mutex_;
    std::array<std::shared_ptr<registry>, 3> all_{made(), made(), made()};
};

/// A scope in one registry, which may be gone before the scope ends, around one in another.
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

/// Freezes now and then, so that there is always something to tell.
void freeze_until(const std::atomic<bool>& over, registry& in) {
    while (!over) {
        const watched_scope watched(in, "freezing", 1);
        std::this_thread::sleep_for(3ms);
    }
}

TEST(sinks, may_throw_and_be_changed_while_they_are_called) {
    const faults::watchdog patience("sinks");
    std::atomic<std::uint64_t> called{0};
    std::atomic<std::uint64_t> gone{0};
    {
        registry one(impatient_with_all());
        std::atomic<bool> over{false};
        std::thread first([&] { freeze_until(over, one); });
        std::thread second([&] { freeze_until(over, one); });
        // One that may be called until it is destroyed, which is noted.
        const auto throwing = [&] {
            return [&called, lives = std::shared_ptr<int>(new int(7), [&gone](const int* end) {
                                 ++gone;
                                 delete end;
                             })](const event&) {
                called += *lives == 7 ? 1 : 0;
                throw std::runtime_error("a sink that throws");
            };
        };
        const auto change = [&] {
            for (int i = 0; i < 300 / faults::stress_divisor; ++i) {
                one.add_sink(throwing());
                one.set_period(std::chrono::milliseconds(1 + i % 3));
                std::this_thread::sleep_for(2ms);
                one.set_sinks({throwing(), throwing()});
            }
        };
        std::thread changing(change);
        change();
        changing.join();
        while (one.so_far().failed_calls == 0) {
            std::this_thread::sleep_for(1ms);
        }
        over = true;
        first.join();
        second.join();
    }
    EXPECT_GT(called, 0U);
    EXPECT_EQ(gone, 6U * (300 / faults::stress_divisor));
}

} // namespace
} // namespace tollgate::liveness
