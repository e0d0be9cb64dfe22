// SPDX-License-Identifier: BSL-1.0
//
// The parker in all scenes, and parkers with a mistake in them in the scene that must catch it.
#include "mutated_parker.hpp"
#include "scenes.hpp"

#include <tollgate/sleep/parker.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollgate::sleep {
namespace {

using scripted_parker = basic_parker<park, scripted_word, scripted_clock>;

template <class Parker>
std::vector<std::string> failed_scenes() {
    std::vector<std::string> failed;
    for (const auto& [name, play] : scenes<Parker>()) {
        if (!play().empty()) {
            failed.push_back(name);
        }
    }
    return failed;
}

template <parker_mistake Mistake>
std::vector<std::string> failed_with() {
    return failed_scenes<mutated_parker<Mistake>>();
}

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const auto& entry : scenes<scripted_parker>()) {
        names.push_back(entry.first);
    }
    return names;
}

class parker_in : public testing::TestWithParam<std::string> {};

TEST_P(parker_in, keeps_its_promises) {
    EXPECT_EQ(scenes<scripted_parker>().at(GetParam())(), failures{});
}

INSTANTIATE_TEST_SUITE_P(scenes, parker_in, testing::ValuesIn(scene_names()),
                         [](const auto& scene) { return scene.param; });

using testing::Contains;
using testing::ElementsAre;

TEST(mutated_parker, without_a_mistake_comes_through) {
    EXPECT_THAT(failed_with<parker_mistake::none>(), ElementsAre());
}

TEST(mutated_parker, looks_only_when_notified) {
    const auto failed = failed_with<parker_mistake::looks_only_when_notified>();
    EXPECT_THAT(failed, Contains("wake_before_sleep"));
    EXPECT_THAT(failed, Contains("wake_before_sleep_without_deadline"));
    EXPECT_THAT(failed, Contains("wake_between_look_and_announcement"));
}

TEST(mutated_parker, announces_by_store) {
    EXPECT_THAT(failed_with<parker_mistake::announces_by_store>(),
                ElementsAre("wake_between_look_and_announcement"));
}

TEST(mutated_parker, leaves_by_store) {
    EXPECT_THAT(failed_with<parker_mistake::leaves_by_store>(),
                ElementsAre("wake_at_the_deadline"));
}

TEST(mutated_parker, stays_announced) {
    EXPECT_THAT(failed_with<parker_mistake::stays_announced>(), Contains("wake_after_the_timeout"));
}

TEST(mutated_parker, keeps_the_permit) {
    EXPECT_THAT(failed_with<parker_mistake::keeps_the_permit>(),
                Contains("two_wakes_are_one_permit"));
}

TEST(mutated_parker, takes_any_return_for_a_wake) {
    const auto failed = failed_with<parker_mistake::takes_any_return_for_a_wake>();
    EXPECT_THAT(failed, Contains("returns_for_no_reason_before_the_wake"));
    EXPECT_THAT(failed, Contains("returns_for_no_reason_without_deadline"));
    EXPECT_THAT(failed, Contains("wake_of_somebody_else"));
}

TEST(mutated_parker, takes_any_return_for_the_deadline) {
    const auto failed = failed_with<parker_mistake::takes_any_return_for_the_deadline>();
    EXPECT_THAT(failed, Contains("returns_for_no_reason_before_the_deadline"));
    EXPECT_THAT(failed, Contains("wake_of_somebody_else"));
}

TEST(mutated_parker, moves_the_deadline) {
    EXPECT_THAT(failed_with<parker_mistake::moves_the_deadline>(),
                ElementsAre("returns_for_no_reason_before_the_deadline"));
}

TEST(mutated_parker, calls_the_kernel_if_empty) {
    const auto failed = failed_with<parker_mistake::calls_the_kernel_if_empty>();
    EXPECT_THAT(failed, Contains("wake_while_asleep_without_deadline"));
    EXPECT_THAT(failed, Contains("wakes_without_a_sleeper"));
}

TEST(mutated_parker, calls_the_kernel_always) {
    const auto failed = failed_with<parker_mistake::calls_the_kernel_always>();
    EXPECT_THAT(failed, Contains("wakes_without_a_sleeper"));
    EXPECT_THAT(failed, Contains("two_wakes_while_asleep"));
}

TEST(mutated_parker, calls_the_kernel_never) {
    EXPECT_THAT(failed_with<parker_mistake::calls_the_kernel_never>(),
                Contains("wake_while_asleep_without_deadline"));
}

} // namespace
} // namespace tollgate::sleep
