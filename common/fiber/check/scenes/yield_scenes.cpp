// SPDX-License-Identifier: BSL-1.0
//
// The short way to yield and to wait.
#include "../scene.hpp"

#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/fiber/algo/round_robin.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

TEST(a_yield, lets_each_ready_fiber_run_once_in_the_order_in_which_they_became_ready) {
    play([] {
        for (const int fibers : {2, 3, 50, 300}) {
            std::vector<int> turns;
            cast all;
            for (int who = 0; who < fibers; ++who) {
                all.add([&turns, who] {
                    for (int i = 0; i < 10; ++i) {
                        turns.push_back(who);
                        yield();
                    }
                });
            }
            all.join();
            expect_in_turn(turns, fibers);
        }
    });
}

/// Stacks that are there.
class noted_stacks {
public:
    using traits_type = boost::context::fixedsize_stack::traits_type;

    noted_stacks(int& there, int& most) : there_(&there), most_(&most) {}
    boost::context::stack_context allocate() {
        *most_ = std::max(*most_, ++*there_);
        return boost::context::fixedsize_stack(65'536).allocate();
    }
    void deallocate(boost::context::stack_context& one) {
        --*there_;
        boost::context::fixedsize_stack(65'536).deallocate(one);
    }

private:
    int* there_;
    int* most_;
};

TEST(stacks, are_three_whatever_the_fiber_that_makes_others_does_meanwhile_alone) {
    int there = 0; // the last stacks are given back when the thread ends
    int most = 0;
    play([&] {
        channel<int, scripted_clock> items(1);
        for (int i = 0; i < 1'000; ++i) {
            boost::fibers::fiber one(std::allocator_arg, noted_stacks(there, most),
                                     [&] { EXPECT_EQ(items.push(i), queue::status::done); });
            EXPECT_EQ(*items.pop(), i);
            one.join();
            yield();
        }
        EXPECT_LE(most, 3);
    });
}

// Each of its turns ends without a switch: not even the dispatcher runs, but for its looks.
TEST(a_yield, of_a_lone_fiber_goes_on_at_once_and_a_limit_is_noticed_in_spite_of_it) {
    play([] {
        bool is_awake = false;
        cast all;
        all.add([&] {
            sleep_for<scripted_clock>(5us, cancel::dummy_token());
            is_awake = true;
        });
        yield();
        scripted_clock::pass(10us);
        int turns = 0;
        while (!is_awake && turns < 1000) { // NOLINT(bugprone-infinite-loop): another fiber ends it
            ++turns;
            yield();
        }
        EXPECT_LE(turns, promised_picks + 2);
        all.join();
        for (int i = 0; i < 256; ++i) {
            yield();
        }
        const auto before = scripted_round_robin::required().so_far().dispatcher_passes;
        for (int i = 0; i < 10 * promised_picks; ++i) {
            yield();
        }
        EXPECT_LE(scripted_round_robin::required().so_far().dispatcher_passes - before, 10U);
    });
}

TEST(a_yield, runs_what_another_thread_wants_first) {
    play([] {
        struct flagging_call : detail::remote_call {
            flagging_call()
                : remote_call([](remote_call& call) noexcept {
                      static_cast<flagging_call&>(call).was_run = true;
                  }) {}
            bool was_run = false;
        };
        flagging_call one;
        bool is_over = false;
        cast all;
        for (int i = 0; i < 2; ++i) {
            all.add([&] {
                while (!is_over) {
                    yield();
                }
            });
        }
        for (int i = 0; i < 2 * promised_picks + 1; ++i) {
            yield();
        }
        scripted_round_robin& here = scripted_round_robin::required();
        std::thread([&] { here.mail()->post(one); }).join();
        yield();
        EXPECT_TRUE(one.was_run);
        is_over = true;
    });
}

TEST(a_yield, is_boosts_where_another_algorithm_schedules) {
    play<boost::fibers::algo::round_robin>([] {
        int turns = 0;
        cast all;
        for (int i = 0; i < 2; ++i) {
            all.add([&turns] {
                for (int each = 0; each < 10; ++each) {
                    ++turns;
                    yield();
                }
            });
        }
        yield();
        EXPECT_EQ(turns, 2);
    });
}

/// Destroyed with what belongs to the thread, after its fibers if it was made before them.
struct yields_at_the_end {
    yields_at_the_end() = default;
    yields_at_the_end(const yields_at_the_end&) = delete;
    yields_at_the_end& operator=(const yields_at_the_end&) = delete;
    ~yields_at_the_end() {
        yield();
        ++ends;
    }
    static inline int ends = 0;
};

TEST(a_yield, does_nothing_after_the_threads_fibers) {
    yields_at_the_end::ends = 0;
    std::thread([] {
        static thread_local const yields_at_the_end before;
        EXPECT_NE(&before, nullptr);
        boost::fibers::use_scheduling_algorithm<round_robin>();
        static thread_local const yields_at_the_end after;
        EXPECT_NE(&after, nullptr);
        yield();
    }).join();
    EXPECT_EQ(yields_at_the_end::ends, 2);
}

/// Fibers wait in functions of their own, of several depths: what is in registers and on the stack
/// is each one's own, whichever way it goes back.
template <int Depth>
[[gnu::noinline]] double hand_on(channel<int, scripted_clock>& in,
                                 channel<int, scripted_clock>& out, double sum, long step) {
    if constexpr (Depth > 0) {
        return hand_on<Depth - 1>(in, out, sum + Depth, step + 1) + Depth;
    } else {
        const int got = *in.pop();
        sum += got;
        EXPECT_EQ(out.push(got + static_cast<int>(step)), queue::status::done);
        yield();
        return sum;
    }
}

TEST(a_wait, returns_to_where_its_fiber_left_whatever_left_before) {
    play([] {
        channel<int, scripted_clock> there(0);
        channel<int, scripted_clock> back(0);
        constexpr int rounds = 500;
        double near = 0;
        double far = 0;
        cast all;
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                near += hand_on<1>(there, back, i, 0);
            }
        });
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                far += hand_on<3>(there, back, i, 0);
            }
        });
        long long returned = 0;
        all.add([&] {
            for (int i = 0; i < 2 * rounds; ++i) {
                returned += *back.pop();
            }
        });
        for (int i = 0; i < 2 * rounds; ++i) {
            EXPECT_EQ(there.push(1), queue::status::done);
        }
        all.join();
        const double each = 0.5 * rounds * (rounds - 1) + rounds;
        EXPECT_EQ(near, each + 2.0 * rounds);
        EXPECT_EQ(far, each + 12.0 * rounds);
        EXPECT_EQ(returned, rounds * (1 + 1) + rounds * (1 + 3));
    });
}

} // namespace
} // namespace tollgate::fiber
