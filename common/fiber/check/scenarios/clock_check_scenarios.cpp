// SPDX-License-Identifier: BSL-1.0
//
// How often the scheduler checks the clock, with few fibers and with many.
#include "../nap_scenario.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/operations.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <tuple>
#include <utility>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// Clock checks in a number of time slices that take nearly no time.
template <class Yield>
std::uint64_t clock_checks_in(int slices, int fibers, Yield yield_once) {
    const scripted_round_robin& scheduler = scripted_round_robin::required();
    const std::uint64_t before = scheduler.so_far().clock_checks;
    fiber_group all;
    for (int i = 0; i < fibers; ++i) {
        all.add([=] {
            for (int slice = 0; slice < slices / fibers; ++slice) {
                yield_once();
            }
        });
    }
    all.join();
    return scheduler.so_far().clock_checks - before;
}
std::uint64_t clock_checks_in(int slices, int fibers) {
    return clock_checks_in(slices, fibers, [] { yield_both_ways(); });
}

TEST(clock_checks, are_nine_in_the_first_256_time_slices_and_one_in_128_afterwards) {
    run_on_thread<napping>([] {
        EXPECT_EQ(clock_checks_in(256, 2), 9U);
        EXPECT_EQ(clock_checks_in(10 * promised_picks, 2), 10U);
        const nap sleep([] { scripted_clock::pass(1ms); });
        sleep_for<scripted_clock>(5us, cancel::dummy_token());
        EXPECT_EQ(clock_checks_in(256, 2), 9U) << "after a sleep";
    });
}

TEST(clock_checks, come_after_50_us_or_one_time_slice_once_time_slices_are_long) {
    for (const auto& [slice, picks] : {std::pair{1'000'000ns, 1U}, std::pair{5'000ns, 10U}}) {
        run_on_thread<napping>([slice = slice, picks = picks] {
            clock_checks_in(10 * promised_picks, 2);
            const std::uint64_t checks = clock_checks_in(4 * promised_picks, 2, [slice] {
                scripted_clock::pass(slice);
                yield_both_ways();
            });
            EXPECT_GE(checks, 2 * promised_picks / picks) << slice.count();
        });
    }
}

// By Boost's yield the dispatcher runs after each of its time slices.
TEST(clock_checks, are_one_in_128_time_slices_of_a_lone_fiber_or_in_64_if_it_yields_by_boost) {
    run_on_thread<napping>([] {
        clock_checks_in(256, 1);
        EXPECT_EQ(clock_checks_in(10 * promised_picks, 1, [] { yield(); }), 10U);
        EXPECT_EQ(clock_checks_in(10 * promised_picks, 1, [] { boost::this_fiber::yield(); }), 20U);
    });
}

/// Fibers that begin at the same time and do nothing but yield, with time slices of equal length.
class large_ring {
public:
    explicit large_ring(int fibers) : fibers_(fibers) {}

    void run(int laps, nanoseconds slice) {
        const scripted_round_robin& scheduler = scripted_round_robin::required();
        const std::uint64_t before = scheduler.so_far().clock_checks;
        fiber_group all;
        for (int i = 0; i < fibers_; ++i) {
            all.add([this, laps, slice] {
                for (int lap = 0; lap < laps; ++lap) {
                    scripted_clock::pass(slice);
                    slices_late_ += scripted_clock::present() >= due_ ? 1 : 0;
                    yield_both_ways();
                }
            });
        }
        all.join();
        checks = scheduler.so_far().clock_checks - before;
    }

    /// How many time slices end after a timeout's time until it is noticed.
    int slices_late(nanoseconds slice) {
        noticing timeout;
        timeout.ring = this;
        due_ = passed_by_the_wheel(scripted_clock::present() + 3 * fibers_ * slice);
        scripted_round_robin::required().timers().arm_at(timeout, due_);
        run(8 + 2'000 / fibers_, slice);
        EXPECT_GE(noticed_, 0);
        return noticed_;
    }

    std::uint64_t checks = 0;

private:
    struct noticing : detail::expiry {
        noticing() noexcept : expiry(&on_time) {}
        static void on_time(expiry& due) noexcept {
            const auto& self = static_cast<noticing&>(due);
            self.ring->noticed_ = self.ring->slices_late_;
        }
        large_ring* ring = nullptr;
    };

    const int fibers_;
    time_point due_ = time_point::max();
    int slices_late_ = 0;
    int noticed_ = -1;
};

TEST(clock_checks, are_one_for_each_lap_of_a_large_ring_if_time_slices_are_short) {
    constexpr int fibers = 1'000;
    run_on_thread<napping>([] {
        large_ring ring(fibers);
        ring.run(100, 10ns);
        EXPECT_LE(ring.checks, 100U + 10) << "with those of the beginning";
        EXPECT_GE(ring.checks, 100U);
    });
    run_on_thread<napping>([] {
        large_ring ring(fibers);
        ring.run(20, 500ns);
        EXPECT_GE(ring.checks, 20U * fibers / 100) << "as 50 us allow";
    });
}

TEST(lateness, in_a_large_ring_is_one_time_slice_of_each_fiber_or_50_us) {
    for (const auto& [fibers, slice, promised] :
         {std::tuple{300, 10ns, 300}, std::tuple{1'000, 10ns, 1'000}, std::tuple{1'000, 100ns, 500},
          std::tuple{1'000, 1'000ns, 50}}) {
        run_on_thread<napping>([&, fibers = fibers, slice = slice, promised = promised] {
            EXPECT_LE(large_ring(fibers).slices_late(slice), promised + 1) << fibers;
        });
    }
}

/// The first clock checks after most fibers of a large ring have ended are still as far apart as
/// the ring was large, and no farther.
TEST(lateness, after_a_large_ring_is_at_most_one_time_slice_for_each_of_its_fibers) {
    run_on_thread<napping>([] {
        constexpr int fibers = 600;
        large_ring ring(fibers);
        ring.run(10, 10ns);
        EXPECT_LE(large_ring(3).slices_late(10ns), fibers + 1);
        EXPECT_LE(large_ring(3).slices_late(10ns), promised_picks + 1);
    });
}

TEST(clock_checks, stay_rare_after_a_wait_that_ended_while_the_thread_spun) {
    run_on_thread<napping>([] {
        struct waking_call : detail::remote_call {
            waking_call()
                : remote_call([](remote_call& call) noexcept {
                      EXPECT_EQ(static_cast<waking_call&>(call).to.try_push(1),
                                queue::status::done);
                  }) {}
            channel<int, scripted_clock> to{1};
        };
        waking_call call;
        clock_checks_in(10 * promised_picks, 2);
        const nap awake({}, [&] { scripted_round_robin::required().mail()->post(call); });
        EXPECT_EQ(*call.to.pop(), 1);
        EXPECT_EQ(scripted_round_robin::required().so_far().sleeps, 1U);
        EXPECT_LE(clock_checks_in(promised_picks, 2), 2U);
    });
}

} // namespace
} // namespace tollgate::fiber
