// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/event_turn.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace tollgate::measure {
namespace {

/// Both ways of taking a turn.
class event_turn_check : public testing::TestWithParam<bool> {
protected:
    const bool spins_ = GetParam();
};

TEST_P(event_turn_check, a_turn_that_was_given_before_is_taken) {
    event_turn turn;
    turn.give();
    turn.take(spins_);
}

TEST_P(event_turn_check, giving_publishes_what_was_written_before) {
    constexpr int turns = 100;
    event_turn there;
    event_turn back;
    int ball = 0; // plain, so that the thread sanitizer sees a turn that orders nothing
    std::thread partner([&] {
        for (int i = 0; i < turns; ++i) {
            there.take(spins_);
            ++ball;
            back.give();
        }
    });
    int wrong = 0;
    for (int i = 0; i < turns; ++i) {
        ++ball;
        there.give();
        back.take(spins_);
        wrong += ball != 2 * (i + 1) ? 1 : 0;
    }
    partner.join();
    EXPECT_EQ(wrong, 0);
}

TEST_P(event_turn_check, a_turn_given_twice_is_one) {
    event_turn turn;
    int written = 0;
    turn.give();
    turn.give();
    turn.take(spins_);
    std::thread giver([&] {
        written = 1;
        turn.give();
    });
    turn.take(spins_);
    EXPECT_EQ(written, 1) << "the second turn was taken before it was given";
    giver.join();
}

INSTANTIATE_TEST_SUITE_P(both, event_turn_check, testing::Bool(), [](const auto& one) {
    return std::string(one.param ? "spinning" : "sleeping");
});

} // namespace
} // namespace tollgate::measure
