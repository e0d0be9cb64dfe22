// SPDX-License-Identifier: BSL-1.0
//
// Whose turn it is, and when the scheduler looks at what other threads want.
#include "../scene.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

constexpr void (*ways_to_give_way[])() = {[] { yield(); }, [] { boost::this_fiber::yield(); },
                                          [] { give_way(); }};

/// Counts its runs, and may post another one meanwhile.
struct counted_call : detail::remote_call {
    counted_call() : remote_call(&count) {}

    static void count(remote_call& call) noexcept {
        auto& self = static_cast<counted_call&>(call);
        self.runs.fetch_add(1);
        if (self.posts != nullptr) {
            scripted_round_robin::required().mail()->post(*self.posts);
        }
    }

    std::atomic<std::uint64_t> runs{0};
    counted_call* posts = nullptr;
};

/// Fibers that give way until the scene is over.
class storm_of_fibers {
public:
    explicit storm_of_fibers(void (*give_way_once)()) {
        for (int i = 0; i < 2; ++i) {
            all_.add([this, give_way_once] {
                while (!is_over_) {
                    give_way_once();
                }
            });
        }
    }
    storm_of_fibers(const storm_of_fibers&) = delete;
    storm_of_fibers& operator=(const storm_of_fibers&) = delete;
    ~storm_of_fibers() { is_over_ = true; }

private:
    bool is_over_ = false;
    cast all_;
};

/// The dispatcher runs for other reasons than the number of picks.
void to_where_no_look_is_near() {
    give_way(2 * promised_picks + 1);
}

TEST(turns, come_in_the_order_in_which_fibers_became_ready) {
    for (const auto give_way_once : ways_to_give_way) {
        for (const int fibers : {2, 3, 50, 300}) {
            play([&] { expect_in_turn(turns_of(fibers, 20, give_way_once), fibers); });
        }
    }
}

TEST(turns, stay_in_order_while_another_fiber_sleeps_and_wakes) {
    for (const int fibers : {2, 3, 4, 50, 1000}) {
        play([&] {
            bool is_over = false;
            int naps = 0;
            cast all;
            all.add([&] {
                for (; !is_over; ++naps) {
                    sleep_for<scripted_clock>(naps % 2 == 0 ? 1us : 50us, cancel::dummy_token());
                }
            });
            expect_in_turn(turns_of(fibers, 20'000 / fibers), fibers);
            EXPECT_GT(naps, 1);
            is_over = true;
            let_pass(1ms);
        });
    }
}

TEST(turns, stay_in_order_while_another_thread_rings) {
    for (const int fibers : {2, 3, 4, 50}) {
        play([&] {
            counted_call ball;
            std::atomic<bool> is_over{false};
            std::thread rings([&, mail = scripted_round_robin::required().mail()] {
                for (std::uint64_t n = 1; !is_over.load(); ++n) {
                    mail->post(ball);
                    while (ball.runs.load() < n && !is_over.load()) {
                        std::this_thread::yield();
                    }
                }
            });
            while (ball.runs.load() == 0) {
                give_way();
            }
            expect_in_turn(turns_of(fibers, 20'000 / fibers), fibers);
            is_over.store(true);
            rings.join();
            scripted_round_robin::required().run_posted();
        });
    }
}

TEST(a_sleep, ends_when_nobody_is_ready_and_its_time_is_over) {
    play([] {
        to_where_no_look_is_near();
        bool is_pushed = false;
        channel<int, scripted_clock> never(1);
        cast all;
        all.add([&] {
            EXPECT_EQ(never.pop_until(scripted_clock::present() - 1ms).status(),
                      queue::status::timeout);
            EXPECT_FALSE(is_pushed);
        });
        all.add([&] {
            boost::this_fiber::sleep_for(5ms);
            is_pushed = true;
            EXPECT_EQ(never.push(1), queue::status::done);
        });
    });
}

TEST(a_sleep, of_boosts_ends_at_the_next_look_however_many_others_give_way) {
    using std::chrono::steady_clock;
    play([] {
        bool is_awake = false;
        auto deadline = steady_clock::time_point::max();
        int turns_late = 0;
        cast all;
        all.add([&] {
            deadline = steady_clock::now() + 1ms;
            boost::this_fiber::sleep_until(deadline);
            is_awake = true;
        });
        const auto storm = [&] {
            while (!is_awake && turns_late < 1000) {
                // Looked at before giving way: the look after it finds the deadline come.
                turns_late += steady_clock::now() >= deadline ? 1 : 0;
                give_way();
            }
        };
        all.add(storm);
        all.add(storm);
        all.join();
        EXPECT_LE(turns_late, promised_picks + 2);
    });
}

TEST(a_call, is_run_at_the_next_pick) {
    for (const auto give_way_once : ways_to_give_way) {
        for (const bool is_alone : {false, true}) {
            play([&] {
                counted_call call;
                std::optional<storm_of_fibers> others;
                if (!is_alone) {
                    others.emplace(give_way_once);
                }
                to_where_no_look_is_near();
                std::thread([&, mail = scripted_round_robin::required().mail()] {
                    mail->post(call);
                }).join();
                EXPECT_EQ(call.runs, 0U);
                give_way_once();
                EXPECT_EQ(call.runs, 1U);
            });
        }
    }
}

TEST(a_call, that_comes_while_calls_are_run_is_run_at_the_pick_after) {
    play([] {
        const storm_of_fibers others([] { give_way(); });
        to_where_no_look_is_near();
        counted_call first;
        counted_call second;
        first.posts = &second;
        scripted_round_robin::required().mail()->post(first);
        give_way(2);
        EXPECT_EQ(first.runs, 1U);
        EXPECT_EQ(second.runs, 1U);
    });
}

TEST(the_dispatcher, leaves_the_permit_to_a_fiber_that_looks_again) {
    const boost::intrusive_ptr<scripted_round_robin> scheduler(new scripted_round_robin);
    scheduler->notify();
    // As the dispatcher, which is not held aside while it runs.
    EXPECT_EQ(scheduler->pick_next(), nullptr);
    EXPECT_TRUE(scheduler->mail()->bell().has_rung());
}

TEST(a_swap, takes_along_the_dispatcher_and_all_that_are_ready) {
    play([] {
        EXPECT_TRUE(boost::fibers::has_ready_fibers()) << "the dispatcher";
        int turns = 0;
        bool is_over = false;
        cast all;
        for (int i = 0; i < 20; ++i) {
            all.add([&] {
                while (!is_over) {
                    ++turns;
                    give_way();
                }
            });
        }
        for (int swaps = 0; swaps < 20; ++swaps) {
            give_way(swaps);
            if (swaps % 2 == 0) {
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                EXPECT_EQ(scripted_round_robin::of_this_thread(), nullptr);
            } else {
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
                EXPECT_NE(scripted_round_robin::of_this_thread(), nullptr);
            }
            const int before = turns;
            give_way();
            EXPECT_EQ(turns - before, 20);
        }
        is_over = true;
    });
}

} // namespace
} // namespace tollgate::fiber
