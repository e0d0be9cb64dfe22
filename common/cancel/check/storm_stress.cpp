// SPDX-License-Identifier: BSL-1.0
//
// Many threads around one source: all cancel it, all watch it, all register with it while it is
// cancelled, or let sources follow it and go.
#include "owners.hpp"

#include <tollgate/cancel/cancellation_source.hpp>

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

constexpr int threads = 8;
constexpr int storms = 500 / faults::stress_divisor;

class storm : public testing::Test {
protected:
    const faults::watchdog patience_{"the storm"};
};

/// They begin together.
template <class Each>
void run_together(Each each) {
    std::atomic<int> here{0};
    std::vector<std::thread> all;
    all.reserve(threads);
    for (int me = 0; me < threads; ++me) {
        all.emplace_back([&here, &each, me] {
            ++here;
            while (here < threads) {
                std::this_thread::yield();
            }
            each(me);
        });
    }
    for (std::thread& one : all) {
        one.join();
    }
}

TEST_F(storm, of_cancellations_has_one_winner) {
    for (int round = 0; round < storms; ++round) {
        books all;
        const cancellation_source source;
        const sourced_token own = source.get_token();
        mortal one(all.broken);
        cancellation_guard guard(own, one);
        std::atomic<int> winners{0};
        run_together([&](int) { winners += source.cancel() ? 1 : 0; });
        ASSERT_EQ(winners, 1);
        ASSERT_TRUE(one.agrees_with(guard.release()));
        ASSERT_EQ(all.broken, 0);
    }
}

// Once cancelled, always cancelled, and with what was written before; whoever else registers.
TEST_F(storm, of_registrations_hides_no_cancellation) {
    for (int round = 0; round < storms; ++round) {
        books all;
        const cancellation_source source(round % 2 == 0 ? policy::adaptive : policy::asymmetric);
        int written = 0;
        std::atomic<int> hidden{0};
        run_together([&](int me) {
            const sourced_token own = source.get_token();
            if (me == 0) {
                written = 1;
                source.cancel();
            } else if (me % 2 == 0) {
                while (own) {
                    std::this_thread::yield();
                }
                hidden += written;
                for (int look = 0; look < 100; ++look) {
                    hidden += own ? -threads : 0;
                }
            } else {
                books mine;
                register_until_cancelled(own, mine);
                all.broken += mine.broken;
            }
        });
        ASSERT_EQ(hidden, 3);
        ASSERT_EQ(all.broken, 0);
    }
}

// Two leaders are cancelled at once, while followers of both come and go.
TEST_F(storm, of_followers_of_two_leaders_is_cancelled_as_a_whole) {
    for (int round = 0; round < storms; ++round) {
        books all;
        const cancellation_source left(policy::adaptive);
        const cancellation_source right(policy::asymmetric);
        const auto middle = cancellation_source::following(left, right);
        run_together([&](int me) {
            if (me < 2) {
                (me == 0 ? left : right).cancel();
                return;
            }
            bool seen = false;
            while (!seen) {
                const auto below = cancellation_source::following(middle, me % 2 ? left : right);
                const auto lowest = cancellation_source::following_with(policy::asymmetric, below);
                const sourced_token own = lowest.get_token();
                mortal one(all.broken);
                cancellation_guard guard(own, one);
                all.broken += one.agrees_with(guard.release()) ? 0 : 1;
                seen = own.is_cancelled();
            }
        });
        ASSERT_TRUE(middle.is_cancelled());
        ASSERT_EQ(all.broken, 0);
    }
}

} // namespace
} // namespace tollgate::cancel
