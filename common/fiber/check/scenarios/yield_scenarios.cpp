// SPDX-License-Identifier: BSL-1.0
//
// The short switch of yields and waits, and the state that each fiber keeps over it.
#include "../scenario.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <gtest/gtest.h>

#include <cfenv>
#include <chrono>
#include <thread>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

TEST(a_yield, of_a_lone_fiber_notices_a_timeout) {
    run_on_thread([] {
        bool is_awake = false;
        fiber_group all;
        all.add([&] {
            sleep_for<scripted_clock>(5us, cancel::dummy_token());
            is_awake = true;
        });
        yield();
        scripted_clock::pass(10us);
        int slices = 0;
        while (!is_awake &&
               slices < 1000) { // NOLINT(bugprone-infinite-loop): another fiber ends it
            ++slices;
            yield();
        }
        EXPECT_LE(slices, promised_picks + 2);
        all.join();
    });
}

TEST(a_yield, is_boosts_under_another_algorithm) {
    run_on_thread<boost::fibers::algo::round_robin>([] {
        int slices = 0;
        fiber_group all;
        for (int i = 0; i < 2; ++i) {
            all.add([&slices] {
                for (int each = 0; each < 10; ++each) {
                    ++slices;
                    yield();
                }
            });
        }
        yield();
        EXPECT_EQ(slices, 2);
    });
}

/// Destroyed at the thread's exit, after its fibers if it was made before them.
struct yields_at_thread_exit {
    yields_at_thread_exit() = default;
    yields_at_thread_exit(const yields_at_thread_exit&) = delete;
    yields_at_thread_exit& operator=(const yields_at_thread_exit&) = delete;
    ~yields_at_thread_exit() {
        yield();
        ++ends;
    }
    static inline int ends = 0;
};

TEST(a_yield, does_nothing_after_the_threads_fibers) {
    yields_at_thread_exit::ends = 0;
    std::thread([] {
        static thread_local const yields_at_thread_exit before;
        EXPECT_NE(&before, nullptr);
        boost::fibers::use_scheduling_algorithm<round_robin>();
        static thread_local const yields_at_thread_exit after;
        EXPECT_NE(&after, nullptr);
        yield();
    }).join();
    EXPECT_EQ(yields_at_thread_exit::ends, 2);
}

/// Fibers wait in functions of their own, of several depths. Each fiber keeps its registers and its
/// stack, whichever way it returns.
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

TEST(a_wait, returns_to_its_caller_whichever_fiber_left_before) {
    run_on_thread([] {
        channel<int, scripted_clock> there(0);
        channel<int, scripted_clock> back(0);
        constexpr int rounds = 500;
        double near = 0;
        double far = 0;
        fiber_group all;
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

TEST(a_switch, leaves_each_fiber_its_rounding_mode) {
#if defined(__aarch64__)
    GTEST_SKIP()
        << "rounding modes: on 64-bit Arm, Boost.Context switches without the register FPCR";
#endif
    run_on_thread([] {
        channel<int, scripted_clock> items(0);
        const auto with_mode = [&](int mode, auto swap) {
            const int before = std::fegetround();
            std::fesetround(mode);
            for (int i = 0; i < 300; ++i) {
                swap(i);
                EXPECT_EQ(std::fegetround(), mode);
            }
            std::fesetround(before);
        };
        const int mine = std::fegetround();
        fiber_group all;
        all.add([&] {
            with_mode(FE_UPWARD, [&](int i) { EXPECT_EQ(items.push(i), queue::status::done); });
        });
        all.add([&] { with_mode(FE_DOWNWARD, [&](int i) { EXPECT_EQ(*items.pop(), i); }); });
        all.add([&] { with_mode(FE_TOWARDZERO, [](int /*i*/) { yield_both_ways(); }); });
        yield_both_ways(10);
        EXPECT_EQ(std::fegetround(), mine);
        all.join();
        EXPECT_EQ(std::fegetround(), mine);
    });
}

} // namespace
} // namespace tollgate::fiber
