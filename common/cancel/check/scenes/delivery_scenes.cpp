// SPDX-License-Identifier: BSL-1.0
//
// Handlers that run, and what may happen to their list meanwhile.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <optional>
#include <thread>

namespace tollgate::cancel {
namespace {

using delivering = scene;

/// Unregisters and destroys itself when it runs, and leaves a trace in its memory.
class suicidal {
public:
    explicit suicidal(const token& with)
        : handler_(new (memory_.data()) acting([this] { die(); })), guard_(with, *handler_) {}

    [[nodiscard]] bool is_gone_for_good() const {
        return std::all_of(memory_.begin(), memory_.end(),
                           [](std::byte one) { return one == trace; });
    }

private:
    static constexpr std::byte trace{0xDD};

    void die() {
        EXPECT_EQ(guard_.release(), release_result::ran);
        memory_.fill(trace); // all that it owns besides is this function, which still runs
    }

    alignas(acting) std::array<std::byte, sizeof(acting)> memory_{};
    acting* handler_;
    cancellation_guard guard_;
};

TEST_F(delivering, does_not_touch_what_has_unregistered_itself) {
    standalone_token with;
    acting below;
    cancellation_guard guard(with, below);
    suicidal one(with);
    cancel_elsewhere(with);
    EXPECT_TRUE(one.is_gone_for_good());
    EXPECT_EQ(below.runs, 1);
    EXPECT_EQ(guard.try_release(), release_result::ran);
    with.reset();
}

// Bottom first: one takes another out of the middle of the list, then the first of what is left.
TEST_F(delivering, goes_on_behind_what_a_handler_has_unregistered) {
    standalone_token with;
    std::array<std::optional<cancellation_guard>, 5> guards;
    acting first([&] { EXPECT_EQ(guards[2]->release(), release_result::removed); });
    acting second([&] { EXPECT_EQ(guards[3]->release(), release_result::removed); });
    acting third;
    acting fourth;
    acting fifth;
    const std::array<acting*, 5> all{&first, &second, &third, &fourth, &fifth};
    for (std::size_t each = 0; each < all.size(); ++each) {
        guards[each].emplace(with, *all[each]);
    }
    cancel_elsewhere(with);
    EXPECT_EQ(first.runs, 1);
    EXPECT_EQ(second.runs, 1);
    EXPECT_EQ(third.runs, 0);
    EXPECT_EQ(fourth.runs, 0);
    EXPECT_EQ(fifth.runs, 1);
    for (auto& guard : guards) {
        guard.reset();
    }
    with.reset();
}

TEST_F(delivering, is_waited_for_by_whoever_unregisters_the_running_handler) {
    standalone_token with;
    slow busy;
    cancellation_guard guard(with, busy);
    std::thread canceller([&with] { with.cancel(); });
    busy.entered.pass();
    EXPECT_EQ(guard.try_release(), release_result::running);
    EXPECT_EQ(guard.release(), release_result::ran);
    EXPECT_TRUE(busy.left);
    canceller.join();
    with.reset();
}

TEST_F(delivering, of_one_handler_is_not_waited_for_by_whoever_unregisters_another) {
    standalone_token with;
    slow busy;
    cancellation_guard guard(with, busy);
    acting other;
    cancellation_guard its_guard(with, other);
    std::thread canceller([&with] { with.cancel(); });
    busy.entered.pass();
    EXPECT_EQ(its_guard.release(), release_result::removed);
    EXPECT_FALSE(busy.left);
    guard.release();
    canceller.join();
    EXPECT_EQ(other.runs, 0);
    with.reset();
}

// It is in the list when its owner, who was halted before the look, settles.
TEST_F(delivering, leaves_out_what_was_settled_before_its_turn) {
    const cancellation_source source(policy::asymmetric);
    const sourced_token late = source.get_token();
    const sourced_token early = source.get_token();
    gate entered;
    gate go_on;
    acting holding([&] {
        entered.open();
        go_on.pass();
    });
    const cancellation_guard guard(early, holding);
    acting any;
    cancellation_guard(late, any).release();
    std::thread canceller;
    fence::at_light_fence = [&] {
        canceller = std::thread([&source] { source.cancel(); });
        entered.pass();
    };
    acting one;
    const cancellation_guard refused(late, one);
    go_on.open();
    canceller.join();
    EXPECT_TRUE(refused.is_cancelled());
    EXPECT_EQ(one.runs, 0);
}

TEST_F(delivering, has_ended_before_the_token_does) {
    std::optional<standalone_token> with(std::in_place);
    slow busy;
    std::optional<cancellation_guard> guard;
    acting one([&] {
        guard.reset(); // nothing keeps the owner but the cancellation itself
        busy.cancel();
    });
    guard.emplace(*with, one);
    std::thread canceller([&with] { with->cancel(); });
    busy.entered.pass();
    with.reset();
    EXPECT_TRUE(busy.left);
    canceller.join();
}

TEST_F(delivering, refuses_the_first_registration_of_a_token) {
    const cancellation_source source;
    const sourced_token late = source.get_token();
    source.cancel();
    acting one;
    const cancellation_guard guard(late, one);
    EXPECT_TRUE(guard.is_cancelled());
}

// The one race of symmetric tokens that no fence shows: between the look for the top and the pop.
TEST_F(delivering, races_with_symmetric_pops) {
    constexpr int rounds = 20'000;
    standalone_token with(policy::symmetric);
    std::atomic<int> round{0};
    std::atomic<int> cancelled{0};
    std::thread canceller([&] {
        for (int next = 1; next <= rounds; ++next) {
            spin_until([&] { return round.load() >= next; });
            with.cancel();
            cancelled.store(next);
        }
    });
    int wrong = 0;
    for (int next = 1; next <= rounds; ++next) {
        acting one;
        {
            cancellation_guard guard(with, one);
            round.store(next);
            for (int spins = next % 64; spins > 0; --spins) {
                std::atomic_signal_fence(std::memory_order_seq_cst);
            }
            const release_result seen = guard.release();
            wrong += one.runs != (seen == release_result::ran ? 1 : 0) ? 1 : 0;
        }
        spin_until([&] { return cancelled.load() >= next; });
        wrong += one.runs != one.resets ? 1 : 0;
        with.reset();
    }
    canceller.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace tollgate::cancel
