// SPDX-License-Identifier: BSL-1.0
//
// A canceller meets an owner that registers and unregisters, at each point of the argument in
// README.md. The points are: before the owner's store, between its store and its load of the phase,
// and after the load with the store still under way. The canceller may also halt between leaving
// `idle` and collecting. And handlers unregister themselves, or are settled, while they are
// delivered.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace tollgate::cancel {
namespace {

class pushing : public scenario {
protected:
    open_token token_;
    acting one_;
};
using popping = pushing;
using halted_token = halted_cancellation<open_token>;

TEST_F(pushing, collected_before_the_load_has_been_run) {
    fence::at_light_fence = [this] { cancel_elsewhere(token_); };
    cancellation_guard guard(token_, one_);
    EXPECT_FALSE(guard.is_cancelled());
    EXPECT_EQ(one_.runs, 1);
    EXPECT_EQ(guard.try_release(), release_result::ran);
    EXPECT_EQ(one_.resets, 1);
    token_.reset();
}

// The owner has loaded `idle`: the canceller must see the store, however late it becomes visible.
TEST_F(pushing, delayed_past_the_load_is_collected) {
    cancellation_guard guard(token_, one_);
    delayed_store store(token_.stack(), nullptr);
    fence::at_heavy_fence = [&store] { store.arrive(); };
    cancel_elsewhere(token_);
    EXPECT_EQ(one_.runs, 1);
    EXPECT_EQ(guard.try_release(), release_result::ran);
}

// The store comes too late for the collecting, so the owner's load comes after the collecting.
TEST_F(pushing, delayed_past_the_collecting_is_refused) {
    fence::at_light_fence = [this] {
        delayed_store store(token_.stack(), nullptr);
        cancel_elsewhere(token_);
        store.arrive();
    };
    const cancellation_guard guard(token_, one_);
    EXPECT_TRUE(guard.is_cancelled());
    EXPECT_EQ(one_.runs, 0);
    token_.reset();
}

TEST_F(pushing, between_idle_and_the_collecting_is_refused) {
    halted_token canceller(token_);
    {
        std::optional<acting> gone(std::in_place);
        const cancellation_guard guard(token_, *gone);
        EXPECT_TRUE(guard.is_cancelled());
        EXPECT_EQ(token_.stack().top.load(), nullptr);
        canceller.go_on();
        EXPECT_EQ(gone->runs, 0);
    }
    token_.reset();
}

// The next guard releases it: it has left the stack from which it was popped.
TEST_F(popping, visible_before_the_load_has_removed_it) {
    cancellation_guard guard(token_, one_);
    fence::at_light_fence = [this] { cancel_elsewhere(token_); };
    EXPECT_EQ(guard.try_release(), release_result::removed);
    EXPECT_EQ(one_.runs, 0);
    token_.reset();
}

TEST_F(popping, delayed_past_the_load_is_not_collected) {
    cancellation_guard guard(token_, one_);
    EXPECT_EQ(guard.try_release(), release_result::removed);
    delayed_store store(token_.stack(), &one_);
    fence::at_heavy_fence = [&store] { store.arrive(); };
    cancel_elsewhere(token_);
    EXPECT_EQ(one_.runs, 0);
}

TEST_F(popping, delayed_past_the_collecting_has_been_run) {
    cancellation_guard guard(token_, one_);
    fence::at_light_fence = [this] {
        delayed_store store(token_.stack(), &one_);
        cancel_elsewhere(token_);
        store.arrive();
    };
    EXPECT_EQ(guard.try_release(), release_result::ran);
    EXPECT_EQ(one_.runs, 1);
    EXPECT_EQ(one_.resets, 1);
    token_.reset();
}

// The handler that the owner's late store puts on top has ended by then.
TEST_F(popping, delayed_past_the_removal_of_the_handler_below_leaves_nothing) {
    std::optional<cancellation_guard> lower(std::in_place, token_, one_);
    acting above([&lower] { lower.reset(); });
    cancellation_guard upper(token_, above);
    fence::at_light_fence = [&] {
        delayed_store store(token_.stack(), &above);
        cancel_elsewhere(token_);
        store.arrive();
    };
    EXPECT_EQ(upper.try_release(), release_result::ran);
    EXPECT_EQ(one_.runs, 1);
    EXPECT_EQ(token_.stack().top.load(), nullptr);
}

TEST_F(popping, between_idle_and_the_collecting_removes_it) {
    acting above;
    cancellation_guard guard(token_, one_);
    cancellation_guard upper(token_, above);
    halted_token canceller(token_);
    EXPECT_EQ(upper.try_release(), release_result::removed);
    EXPECT_EQ(token_.stack().top.load(), &one_);
    canceller.go_on();
    EXPECT_EQ(above.runs, 0);
    EXPECT_EQ(one_.runs, 1);
}

TEST_F(popping, from_below_between_idle_and_the_collecting_removes_it) {
    acting above;
    cancellation_guard guard(token_, one_);
    cancellation_guard upper(token_, above);
    halted_token canceller(token_);
    EXPECT_EQ(guard.try_release(), release_result::removed);
    canceller.go_on();
    EXPECT_EQ(one_.runs, 0);
    EXPECT_EQ(above.runs, 1);
}

using delivering = scenario;

/// Unregisters and destroys itself when it runs, and leaves a trace in its memory.
class suicidal {
public:
    explicit suicidal(const token& with)
        : handler_(new (memory_.data()) acting([this] { die(); })), guard_(with, *handler_) {}

    [[nodiscard]] bool is_gone_for_good() const {
        return std::all_of(memory_.begin(), memory_.end(),
                           [](std::byte byte) { return byte == trace; });
    }

private:
    static constexpr std::byte trace{0xDD};

    void die() {
        EXPECT_EQ(guard_.release(), release_result::ran);
        memory_.fill(trace); // its function still runs and owns nothing else
    }

    alignas(acting) std::array<std::byte, sizeof(acting)> memory_{};
    acting* handler_;
    cancellation_guard guard_;
};

TEST_F(delivering, does_not_touch_a_handler_that_has_unregistered_itself) {
    standalone_token with;
    acting below;
    cancellation_guard guard(with, below);
    suicidal handler(with);
    cancel_elsewhere(with);
    EXPECT_TRUE(handler.is_gone_for_good());
    EXPECT_EQ(below.runs, 1);
    EXPECT_EQ(guard.try_release(), release_result::ran);
    with.reset();
}

// It is in the list when its owner settles, which was halted before its load.
TEST_F(delivering, leaves_out_a_handler_that_was_settled_before) {
    const cancellation_source source;
    const sourced_token late = source.get_token();
    const sourced_token early = source.get_token();
    gate entered;
    gate go_on;
    acting holding([&] {
        entered.open();
        go_on.pass();
    });
    const cancellation_guard guard(early, holding);
    make_light(late);
    std::thread canceller;
    fence::at_light_fence = [&] {
        canceller = std::thread([&source] { source.cancel(); });
        entered.pass();
    };
    acting handler;
    const cancellation_guard refused(late, handler);
    go_on.open();
    canceller.join();
    EXPECT_TRUE(refused.is_cancelled());
    EXPECT_EQ(handler.runs, 0);
}

} // namespace
} // namespace tollgate::cancel
