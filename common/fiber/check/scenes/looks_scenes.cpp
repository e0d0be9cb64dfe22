// SPDX-License-Identifier: BSL-1.0
//
// How often the scheduler looks at the clock, with few fibers and with many.
#include "../nap_scene.hpp"

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

/// Looks at the time in a number of turns that take nearly none.
template <class GiveWay>
std::uint64_t looks_in(int turns, int fibers, GiveWay give_way_once) {
    const scripted_round_robin& here = scripted_round_robin::required();
    const std::uint64_t before = here.so_far().clock_readings;
    cast all;
    for (int i = 0; i < fibers; ++i) {
        all.add([=] {
            for (int turn = 0; turn < turns / fibers; ++turn) {
                give_way_once();
            }
        });
    }
    all.join();
    return here.so_far().clock_readings - before;
}
std::uint64_t looks_in(int turns, int fibers) {
    return looks_in(turns, fibers, [] { give_way(); });
}

TEST(looks, are_nine_in_the_first_256_turns_and_one_in_128_from_then_on) {
    play<napping>([] {
        EXPECT_EQ(looks_in(256, 2), 9U);
        EXPECT_EQ(looks_in(10 * promised_picks, 2), 10U);
        const nap sleep([] { scripted_clock::pass(1ms); });
        sleep_for<scripted_clock>(5us, cancel::dummy_token());
        EXPECT_EQ(looks_in(256, 2), 9U) << "after a sleep";
    });
}

TEST(looks, come_after_50_us_of_turns_or_one_turn_once_turns_have_become_long) {
    for (const auto& [turn, picks] : {std::pair{1'000'000ns, 1U}, std::pair{5'000ns, 10U}}) {
        play<napping>([turn = turn, picks = picks] {
            looks_in(10 * promised_picks, 2);
            const std::uint64_t looks = looks_in(4 * promised_picks, 2, [turn] {
                scripted_clock::pass(turn);
                give_way();
            });
            EXPECT_GE(looks, 2 * promised_picks / picks) << turn.count();
        });
    }
}

// By Boost's way each of its turns goes through the dispatcher.
TEST(looks, are_one_in_128_turns_of_a_lone_fiber_or_in_64_if_it_gives_way_by_boost) {
    play<napping>([] {
        looks_in(256, 1);
        EXPECT_EQ(looks_in(10 * promised_picks, 1, [] { yield(); }), 10U);
        EXPECT_EQ(looks_in(10 * promised_picks, 1, [] { boost::this_fiber::yield(); }), 20U);
    });
}

/// All begin at the same time and do nothing but give way, in turns that take so long.
class large_ring {
public:
    explicit large_ring(int fibers) : fibers_(fibers) {}

    void run(int laps, nanoseconds turn) {
        const scripted_round_robin& here = scripted_round_robin::required();
        const std::uint64_t before = here.so_far().clock_readings;
        cast all;
        for (int i = 0; i < fibers_; ++i) {
            all.add([this, laps, turn] {
                for (int lap = 0; lap < laps; ++lap) {
                    scripted_clock::pass(turn);
                    turns_late_ += scripted_clock::present() >= due_ ? 1 : 0;
                    give_way();
                }
            });
        }
        all.join();
        looks = here.so_far().clock_readings - before;
    }

    /// How many turns end after a limit's time until it is noticed.
    int turns_late(nanoseconds turn) {
        noticing limit;
        limit.ring = this;
        due_ = passed_by_the_wheel(scripted_clock::present() + 3 * fibers_ * turn);
        scripted_round_robin::required().timers().arm_at(limit, due_);
        run(8 + 2'000 / fibers_, turn);
        EXPECT_GE(noticed_, 0);
        return noticed_;
    }

    std::uint64_t looks = 0;

private:
    struct noticing : detail::expiry {
        noticing() noexcept : expiry(&on_time) {}
        static void on_time(expiry& due) noexcept {
            const auto& self = static_cast<noticing&>(due);
            self.ring->noticed_ = self.ring->turns_late_;
        }
        large_ring* ring = nullptr;
    };

    const int fibers_;
    time_point due_ = time_point::max();
    int turns_late_ = 0;
    int noticed_ = -1;
};

TEST(looks, are_one_for_each_lap_of_a_large_ring_if_turns_are_short) {
    constexpr int fibers = 1'000;
    play<napping>([] {
        large_ring ring(fibers);
        ring.run(100, 10ns);
        EXPECT_LE(ring.looks, 100U + 10) << "those of the beginning, too";
        EXPECT_GE(ring.looks, 100U);
    });
    play<napping>([] {
        large_ring ring(fibers);
        ring.run(20, 500ns);
        EXPECT_GE(ring.looks, 20U * fibers / 100) << "as the usual lateness allows";
    });
}

TEST(lateness, in_a_large_ring_is_a_turn_of_each_or_the_usual) {
    for (const auto& [fibers, turn, promised] :
         {std::tuple{300, 10ns, 300}, std::tuple{1'000, 10ns, 1'000}, std::tuple{1'000, 100ns, 500},
          std::tuple{1'000, 1'000ns, 50}}) {
        play<napping>([&, fibers = fibers, turn = turn, promised = promised] {
            EXPECT_LE(large_ring(fibers).turns_late(turn), promised + 1) << fibers;
        });
    }
}

/// A ring that was large: the first looks after most of it has ended are still as far apart as it
/// was, and no farther.
TEST(lateness, after_a_large_ring_is_no_more_turns_than_that_had_fibers) {
    play<napping>([] {
        constexpr int fibers = 600;
        large_ring ring(fibers);
        ring.run(10, 10ns);
        EXPECT_LE(large_ring(3).turns_late(10ns), fibers + 1);
        EXPECT_LE(large_ring(3).turns_late(10ns), promised_picks + 1);
    });
}

TEST(looks, do_not_become_more_by_a_wait_that_a_ring_ended_while_the_thread_was_awake) {
    play<napping>([] {
        struct waking_call : detail::remote_call {
            waking_call()
                : remote_call([](remote_call& call) noexcept {
                      EXPECT_EQ(static_cast<waking_call&>(call).to.try_push(1),
                                queue::status::done);
                  }) {}
            channel<int, scripted_clock> to{1};
        };
        waking_call call;
        looks_in(10 * promised_picks, 2);
        const nap awake({}, [&] { scripted_round_robin::required().mail()->post(call); });
        EXPECT_EQ(*call.to.pop(), 1);
        EXPECT_EQ(scripted_round_robin::required().so_far().sleeps, 1U);
        EXPECT_LE(looks_in(promised_picks, 2), 2U);
    });
}

} // namespace
} // namespace tollgate::fiber
