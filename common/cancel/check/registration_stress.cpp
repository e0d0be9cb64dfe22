// SPDX-License-Identifier: BSL-1.0
//
// Owners that register and unregister in a loop, and cancellers that come at any moment. A handler
// that was unregistered is poisoned at once: it ran before, or it never does.
#include "owners.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>

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

namespace tollgate::cancel {
namespace {

constexpr std::uint32_t registrations = 60'000 / faults::stress_divisor;

class registering : public testing::TestWithParam<policy> {
protected:
    const faults::watchdog patience_{"registering"};
};
INSTANTIATE_TEST_SUITE_P(of, registering,
                         testing::Values(policy::symmetric, policy::asymmetric, policy::adaptive),
                         [](const auto& how) { return std::string(to_string(how.param)); });

// Its memory is reused as soon as the owner has seen the cancellation.
TEST_P(registering, with_standalone_tokens_that_end_when_they_are_seen_cancelled) {
    books all;
    canceller other;
    alignas(standalone_token) std::byte memory[sizeof(standalone_token)];
    for (std::uint32_t round = 0; round < registrations; ++round) {
        auto* const with = new (memory) standalone_token(GetParam());
        other.begin([with] { with->cancel(); });
        register_until_cancelled(*with, all);
        with->~standalone_token();
        std::memset(memory, 0xDD, sizeof memory);
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
    std::cout << all.ran << " ran, " << all.refused << " were refused\n"; // how they meet is luck
}

TEST_P(registering, with_tokens_of_a_source_on_two_threads) {
    books all;
    books others;
    canceller other;
    for (std::uint32_t round = 0; round < registrations / 3; ++round) {
        const cancellation_source source(GetParam());
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

TEST_P(registering, with_one_token_on_three_threads) {
    std::array<books, 3> all;
    canceller other;
    for (std::uint32_t round = 0; round < registrations / 40; ++round) {
        standalone_token with(GetParam());
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

// Handlers that unregister each other and themselves.
TEST_P(registering, what_handlers_unregister) {
    class removing final : public cancellation_handler {
    public:
        ~removing() = default;
        void cancel() override {
            ++runs;
            for (std::optional<cancellation_guard>* each : victims) {
                each->reset();
            }
        }
        std::array<std::optional<cancellation_guard>*, 2> victims{};
        int runs = 0;
    };
    canceller other;
    int wrong = 0;
    for (std::uint32_t round = 0; round < registrations; ++round) {
        standalone_token with(GetParam());
        std::array<removing, 3> handlers;
        std::array<std::optional<cancellation_guard>, 3> guards;
        for (std::size_t each = 0; each < handlers.size(); ++each) {
            handlers[each].victims = {&guards[each], &guards[(each + 2) % 3]};
            guards[each].emplace(with, handlers[each]);
        }
        other.begin([&with] { with.cancel(); });
        books none;
        register_until_cancelled(with, none);
        other.await();
        // The first, 0, takes 2 away; 1 runs when 0 is gone.
        wrong += handlers[0].runs != 1 || handlers[1].runs != 1 || handlers[2].runs != 0 ? 1 : 0;
        wrong += none.broken;
    }
    EXPECT_EQ(wrong, 0);
}

TEST_P(registering, with_a_token_that_is_reset) {
    books all;
    standalone_token with(GetParam());
    for (int round = 0; round < 1'000'000 / faults::stress_divisor; ++round) {
        mortal one(all.broken);
        cancellation_guard guard(with, one);
        if (round % 2 == 0) {
            with.cancel();
        }
        all.broken += one.agrees_with(guard.release()) ? 0 : 1;
        with.reset();
    }
    EXPECT_EQ(all.broken, 0);
}

TEST_P(registering, with_a_token_that_is_reset_while_the_canceller_still_leaves) {
    books all;
    standalone_token with(GetParam());
    canceller other;
    for (std::uint32_t round = 0; round < registrations; ++round) {
        other.begin([&with] { with.cancel(); });
        register_until_cancelled(with, all);
        with.reset();
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
}

// Registered here, unregistered there, as a fiber does that migrates.
TEST_P(registering, with_a_token_that_goes_from_thread_to_thread) {
    books all;
    canceller other;
    canceller carrier; // what it is given is a release
    for (std::uint32_t round = 0; round < registrations / 10; ++round) {
        standalone_token with(GetParam());
        other.begin([&with] { with.cancel(); });
        while (with) {
            std::optional<mortal> one(std::in_place, all.broken);
            std::optional<cancellation_guard> guard(std::in_place, with, *one);
            carrier.begin([&] { all.broken += one->agrees_with(guard->release()) ? 0 : 1; });
            carrier.await();
        }
        other.await();
    }
    EXPECT_EQ(all.broken, 0);
}

} // namespace
} // namespace tollgate::cancel
