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

} // namespace
} // namespace tollgate::cancel
