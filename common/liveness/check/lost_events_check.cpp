// SPDX-License-Identifier: BSL-1.0
//
// What is found faster than sinks take it.
#include "../src/reporter.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::liveness {
namespace {

detail::findings so_many_events(std::size_t number) {
    detail::findings found;
    found.events.resize(number);
    std::uint64_t episode = 0;
    for (detail::finding& one : found.events) {
        one.what.episode = ++episode;
    }
    return found;
}

TEST(events, that_find_the_queue_full_are_lost_and_told_of_with_the_next_one_that_is_not) {
    constexpr std::size_t longest = detail::reporter::longest_queue;
    settings how;
    how.diagnoses = false;
    std::vector<event> told;
    how.sinks.emplace_back([&](const event& what) { told.push_back(what); });
    detail::reporter reports(how);
    for (const std::size_t number : {longest - 1, std::size_t{3}, std::size_t{5}}) {
        detail::findings found = so_many_events(number);
        reports.take(found);
        EXPECT_TRUE(found.empty());
    }
    EXPECT_EQ(reports.counted.events, longest + 7);
    EXPECT_EQ(reports.counted.lost, 7u);
    reports.work_off();
    EXPECT_EQ(told.size(), longest);
    detail::findings found = so_many_events(2);
    reports.take(found);
    reports.work_off();
    ASSERT_EQ(told.size(), longest + 2);
    EXPECT_EQ(told[longest - 1].lost_before, 0u) << "they came after it";
    EXPECT_EQ(told[longest].lost_before, 7u);
    EXPECT_EQ(told[longest + 1].lost_before, 0u);
    EXPECT_EQ(told.size() + reports.counted.lost, reports.counted.events);
    EXPECT_EQ(reports.counted.failed_calls, 0u);
}

TEST(events, that_are_not_told_when_time_is_over_are_lost) {
    settings how;
    how.diagnoses = false;
    std::vector<event> told;
    detail::reporter* self = nullptr;
    how.sinks.emplace_back([&](const event& what) {
        told.push_back(what);
        self->tell_until(std::chrono::steady_clock::time_point::min());
    });
    how.sinks.emplace_back([&](const event& what) { told.push_back(what); });
    detail::reporter reports(how);
    self = &reports;
    detail::findings found = so_many_events(3);
    reports.take(found);
    reports.work_off();
    ASSERT_EQ(told.size(), 2u) << "one that has been begun goes to all sinks";
    EXPECT_EQ(told[1].episode, 1u);
    EXPECT_EQ(reports.counted.lost, 2u);
    found = so_many_events(1);
    reports.take(found);
    reports.work_off();
    EXPECT_EQ(reports.counted.lost, 3u);
    EXPECT_EQ(told.size() / 2 + reports.counted.lost, reports.counted.events);
}

/// Of a thread that is not there, so that there is something to find out.
detail::findings one_event(std::uint64_t episode, event::kind what) {
    detail::findings found;
    found.events.resize(1);
    found.events.front().what.episode = episode;
    found.events.front().what.what = what;
    found.events.front().what.thread_id = std::int64_t{1} << 30;
    return found;
}

TEST(events, that_end_a_freeze_have_no_diagnosis) {
    settings how;
    std::vector<event> told;
    how.sinks.emplace_back([&](const event& what) { told.push_back(what); });
    detail::reporter reports(how);
    for (detail::findings found :
         {one_event(1, event::kind::frozen), one_event(1, event::kind::recovered)}) {
        reports.take(found);
    }
    reports.work_off();
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[1].why.state, thread_state::unknown);
#if defined(__linux__)
    EXPECT_EQ(told[0].why.state, thread_state::gone);
#endif
}

} // namespace
} // namespace tollgate::liveness
