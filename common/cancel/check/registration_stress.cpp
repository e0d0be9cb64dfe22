// SPDX-License-Identifier: BSL-1.0
//
// Owners register and unregister in a loop, and cancellers come at any moment. A handler that was
// unregistered is poisoned at once: it ran before, or it never runs.
#include "owners.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

constexpr std::uint32_t registrations = 60'000 / testing::stress_divisor;

class registering : public ::testing::Test {
protected:
    const testing::watchdog watchdog_{"registering"};
};
// Its memory is reused as soon as the owner has seen the cancellation.
TEST_F(registering, with_standalone_tokens_that_end_when_they_are_seen_cancelled) {
    books all;
    canceller other;
    alignas(standalone_token) std::byte memory[sizeof(standalone_token)];
    for (std::uint32_t round = 0; round < registrations; ++round) {
        auto* const with = new (memory) standalone_token;
        other.begin([with] { with->cancel(); });
        register_until_cancelled(*with, all);
        with->~standalone_token();
        std::memset(memory, 0xDD, sizeof memory);
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
    std::cout << all.ran << " ran, " << all.refused
              << " were refused\n"; // the counts depend on luck
}

TEST_F(registering, with_tokens_of_a_source_on_two_threads) {
    books all;
    books others;
    canceller other;
    for (std::uint32_t round = 0; round < registrations / 3; ++round) {
        const cancellation_source source;
        {
            std::thread owner(
                [&others, own = source.get_token()] { register_until_cancelled(own, others); });
            other.begin([&source] { source.cancel(); });
            register_until_cancelled(source.get_token(), all);
            owner.join();
        }
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
    EXPECT_EQ(others.broken, 0);
}

TEST_F(registering, with_one_token_on_three_threads) {
    std::array<books, 3> all;
    canceller other;
    for (std::uint32_t round = 0; round < registrations / 40; ++round) {
        standalone_token with;
        {
            std::thread first([&] { register_until_cancelled(with, all[0]); });
            std::thread second([&] { register_until_cancelled(with, all[1]); });
            other.begin([&with] { with.cancel(); });
            register_until_cancelled(with, all[2]);
            first.join();
            second.join();
        }
        other.await();
    }
    for (const books& each : all) {
        EXPECT_EQ(each.broken, 0);
    }
}

TEST_F(registering, with_a_token_that_is_reset_while_the_canceller_still_leaves) {
    books all;
    standalone_token with;
    canceller other;
    for (std::uint32_t round = 0; round < registrations; ++round) {
        other.begin([&with] { with.cancel(); });
        register_until_cancelled(with, all);
        with.reset();
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
}

// Registered on one thread, unregistered on another, as by a fiber that migrates.
TEST_F(registering, with_a_token_that_goes_from_thread_to_thread) {
    books all;
    canceller other;
    canceller carrier; // its work is a release
    for (std::uint32_t round = 0; round < registrations / 10; ++round) {
        standalone_token with;
        other.begin([&with] { with.cancel(); });
        while (with) {
            std::optional<mortal> handler(std::in_place, all.broken);
            std::optional<cancellation_guard> guard(std::in_place, with, *handler);
            carrier.begin([&] { all.broken += handler->agrees_with(guard->release()) ? 0 : 1; });
            carrier.await();
        }
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
}

constexpr int threads = 8;
constexpr int storms = 500 / testing::stress_divisor;

class storm : public ::testing::Test {
protected:
    const testing::watchdog watchdog_{"the storm"};
};

/// They begin together.
template <class Each>
void run_together(Each each) {
    std::atomic<int> arrived{0};
    std::vector<std::thread> all;
    all.reserve(threads);
    for (int me = 0; me < threads; ++me) {
        all.emplace_back([&arrived, &each, me] {
            ++arrived;
            while (arrived < threads) {
                std::this_thread::yield();
            }
            each(me);
        });
    }
    for (std::thread& running : all) {
        running.join();
    }
}

TEST_F(storm, of_cancellations_has_one_winner) {
    for (int round = 0; round < storms; ++round) {
        books all;
        const cancellation_source source;
        const sourced_token own = source.get_token();
        mortal handler(all.broken);
        cancellation_guard guard(own, handler);
        std::atomic<int> winners{0};
        run_together([&](int) { winners += source.cancel() ? 1 : 0; });
        ASSERT_EQ(winners, 1);
        ASSERT_TRUE(handler.agrees_with(guard.release()));
        ASSERT_EQ(all.broken, 0);
    }
}

// Two leaders, a token and a source, are cancelled at once, while followers of both come and go.
TEST_F(storm, of_followers_of_two_leaders_is_cancelled_as_a_whole) {
    for (int round = 0; round < storms; ++round) {
        books all;
        standalone_token left;
        const cancellation_source right;
        const auto middle = cancellation_source::following(left, right);
        run_together([&](int me) {
            if (me < 2) {
                static_cast<void>(me == 0 ? left.cancel() : right.cancel());
                return;
            }
            bool is_over = false;
            while (!is_over) {
                const auto below = me % 2 == 0 ? cancellation_source::following(middle, left)
                                               : cancellation_source::following(middle, right);
                const auto lowest = cancellation_source::following(below);
                const sourced_token own = lowest.get_token();
                mortal handler(all.broken);
                cancellation_guard guard(own, handler);
                all.broken += handler.agrees_with(guard.release()) ? 0 : 1;
                is_over = own.is_cancelled();
            }
        });
        ASSERT_TRUE(middle.is_cancelled());
        ASSERT_EQ(all.broken, 0);
    }
}

} // namespace
} // namespace tollgate::cancel
