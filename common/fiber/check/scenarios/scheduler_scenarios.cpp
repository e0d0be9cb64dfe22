// SPDX-License-Identifier: BSL-1.0
//
// The order of time slices, and when the scheduler runs what other threads want.
#include "../scenario.hpp"

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

constexpr void (*ways_to_yield[])() = {[] { yield(); }, [] { boost::this_fiber::yield(); },
                                       [] { yield_both_ways(); }};

/// Counts its runs, and may post another call meanwhile.
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

/// Fibers that yield until the scenario is over.
class storm_of_fibers {
public:
    explicit storm_of_fibers(void (*yield_once)()) {
        for (int i = 0; i < 2; ++i) {
            all_.add([this, yield_once] {
                while (!is_over_) {
                    yield_once();
                }
            });
        }
    }
    storm_of_fibers(const storm_of_fibers&) = delete;
    storm_of_fibers& operator=(const storm_of_fibers&) = delete;
    ~storm_of_fibers() { is_over_ = true; }

private:
    bool is_over_ = false;
    fiber_group all_;
};

/// Afterwards the dispatcher runs for other reasons than the number of picks.
void let_clock_checks_become_rare() {
    yield_both_ways(2 * promised_picks + 1);
}

TEST(time_slices, come_in_the_order_in_which_fibers_became_ready) {
    for (const auto yield_once : ways_to_yield) {
        for (const int fibers : {2, 3, 50, 300}) {
            run_on_thread(
                [&] { expect_round_robin(time_slices_of(fibers, 20, yield_once), fibers); });
        }
    }
}

TEST(time_slices, stay_in_order_while_another_fiber_sleeps_and_wakes) {
    for (const int fibers : {2, 3, 4, 50, 1000}) {
        run_on_thread([&] {
            bool is_over = false;
            int naps = 0;
            fiber_group all;
            all.add([&] {
                for (; !is_over; ++naps) {
                    sleep_for<scripted_clock>(naps % 2 == 0 ? 1us : 50us, cancel::dummy_token());
                }
            });
            expect_round_robin(time_slices_of(fibers, 20'000 / fibers), fibers);
            EXPECT_GT(naps, 1);
            is_over = true;
            let_pass(1ms);
        });
    }
}

TEST(time_slices, stay_in_order_while_another_thread_notifies) {
    for (const int fibers : {2, 3, 4, 50}) {
        run_on_thread([&] {
            counted_call call;
            std::atomic<bool> is_over{false};
            std::thread notifier([&, mail = scripted_round_robin::required().mail()] {
                for (std::uint64_t n = 1; !is_over.load(); ++n) {
                    mail->post(call);
                    while (call.runs.load() < n && !is_over.load()) {
                        std::this_thread::yield();
                    }
                }
            });
            while (call.runs.load() == 0) {
                yield_both_ways();
            }
            expect_round_robin(time_slices_of(fibers, 20'000 / fibers), fibers);
            is_over.store(true);
            notifier.join();
            scripted_round_robin::required().run_posted();
        });
    }
}

TEST(a_sleep, ends_when_no_fiber_is_ready_and_its_time_is_over) {
    run_on_thread([] {
        let_clock_checks_become_rare();
        bool is_pushed = false;
        channel<int, scripted_clock> never(1);
        fiber_group all;
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

TEST(a_sleep, of_boosts_ends_at_the_next_clock_check_while_others_yield) {
    using std::chrono::steady_clock;
    run_on_thread([] {
        bool is_awake = false;
        auto deadline = steady_clock::time_point::max();
        int slices_late = 0;
        fiber_group all;
        all.add([&] {
            deadline = steady_clock::now() + 1ms;
            boost::this_fiber::sleep_until(deadline);
            is_awake = true;
        });
        const auto storm = [&] {
            while (!is_awake && slices_late < 1000) {
                // Read before the yield: the clock check after it finds that the deadline has
                // passed.
                slices_late += steady_clock::now() >= deadline ? 1 : 0;
                yield_both_ways();
            }
        };
        all.add(storm);
        all.add(storm);
        all.join();
        EXPECT_LE(slices_late, promised_picks + 2);
    });
}

TEST(a_call, is_run_at_the_next_pick) {
    for (const auto yield_once : ways_to_yield) {
        for (const bool is_alone : {false, true}) {
            run_on_thread([&] {
                counted_call call;
                std::optional<storm_of_fibers> others;
                if (!is_alone) {
                    others.emplace(yield_once);
                }
                let_clock_checks_become_rare();
                std::thread([&, mail = scripted_round_robin::required().mail()] {
                    mail->post(call);
                }).join();
                EXPECT_EQ(call.runs, 0U);
                yield_once();
                EXPECT_EQ(call.runs, 1U);
            });
        }
    }
}

TEST(a_call, posted_while_calls_run_is_run_at_the_pick_after) {
    run_on_thread([] {
        const storm_of_fibers others([] { yield_both_ways(); });
        let_clock_checks_become_rare();
        counted_call first;
        counted_call second;
        first.posts = &second;
        scripted_round_robin::required().mail()->post(first);
        yield_both_ways(2);
        EXPECT_EQ(first.runs, 1U);
        EXPECT_EQ(second.runs, 1U);
    });
}

TEST(the_dispatcher, does_not_consume_a_notification) {
    const boost::intrusive_ptr<scripted_round_robin> scheduler(new scripted_round_robin);
    scheduler->notify();
    // As the dispatcher, which the scheduler does not hold while it runs.
    EXPECT_EQ(scheduler->pick_next(), nullptr);
    EXPECT_TRUE(scheduler->mail()->signal().permit_is_there());
}

TEST(a_swap, moves_the_dispatcher_and_all_ready_fibers) {
    run_on_thread([] {
        EXPECT_TRUE(boost::fibers::has_ready_fibers()) << "the dispatcher";
        int slices = 0;
        bool is_over = false;
        fiber_group all;
        for (int i = 0; i < 20; ++i) {
            all.add([&] {
                while (!is_over) {
                    ++slices;
                    yield_both_ways();
                }
            });
        }
        for (int swaps = 0; swaps < 20; ++swaps) {
            yield_both_ways(swaps);
            if (swaps % 2 == 0) {
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                EXPECT_EQ(scripted_round_robin::of_this_thread(), nullptr);
            } else {
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
                EXPECT_NE(scripted_round_robin::of_this_thread(), nullptr);
            }
            const int before = slices;
            yield_both_ways();
            EXPECT_EQ(slices - before, 20);
        }
        is_over = true;
    });
}

} // namespace
} // namespace tollgate::fiber
