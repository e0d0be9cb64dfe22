// SPDX-License-Identifier: BSL-1.0
//
// Events that come faster than the sinks take them.
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
    for (detail::finding& found_event : found.events) {
        found_event.report.episode = ++episode;
    }
    return found;
}

TEST(events, that_find_the_queue_full_are_lost_and_the_next_event_reports_their_number) {
    constexpr std::size_t longest = detail::reporter::longest_queue;
    settings options;
    options.diagnoses = false;
    std::vector<event> told;
    options.sinks.emplace_back([&](const event& report) { told.push_back(report); });
    detail::reporter reports(options);
    for (const std::size_t number : {longest - 1, std::size_t{3}, std::size_t{5}}) {
        detail::findings found = so_many_events(number);
        reports.take(found);
        EXPECT_TRUE(found.empty());
    }
    EXPECT_EQ(reports.counted.events, longest + 7);
    EXPECT_EQ(reports.counted.lost, 7u);
    reports.report_all();
    EXPECT_EQ(told.size(), longest);
    detail::findings found = so_many_events(2);
    reports.take(found);
    reports.report_all();
    ASSERT_EQ(told.size(), longest + 2);
    EXPECT_EQ(told[longest - 1].lost_before, 0u) << "they came after it";
    EXPECT_EQ(told[longest].lost_before, 7u);
    EXPECT_EQ(told[longest + 1].lost_before, 0u);
    EXPECT_EQ(told.size() + reports.counted.lost, reports.counted.events);
    EXPECT_EQ(reports.counted.failed_calls, 0u);
}

TEST(events, that_are_not_reported_at_the_deadline_are_lost) {
    settings options;
    options.diagnoses = false;
    std::vector<event> told;
    detail::reporter* self = nullptr;
    options.sinks.emplace_back([&](const event& report) {
        told.push_back(report);
        self->set_deadline(std::chrono::steady_clock::time_point::min());
    });
    options.sinks.emplace_back([&](const event& report) { told.push_back(report); });
    detail::reporter reports(options);
    self = &reports;
    detail::findings found = so_many_events(3);
    reports.take(found);
    reports.report_all();
    ASSERT_EQ(told.size(), 2u) << "an event that has begun goes to all sinks";
    EXPECT_EQ(told[1].episode, 1u);
    EXPECT_EQ(reports.counted.lost, 2u);
    found = so_many_events(1);
    reports.take(found);
    reports.report_all();
    EXPECT_EQ(reports.counted.lost, 3u);
    EXPECT_EQ(told.size() / 2 + reports.counted.lost, reports.counted.events);
}

/// About a thread that does not exist, so that a diagnosis finds something.
detail::findings one_event(std::uint64_t episode, event::kind kind) {
    detail::findings found;
    found.events.resize(1);
    found.events.front().report.episode = episode;
    found.events.front().report.type = kind;
    found.events.front().report.thread_id = std::int64_t{1} << 30;
    return found;
}

TEST(events, that_end_a_freeze_have_no_diagnosis) {
    settings options;
    std::vector<event> told;
    options.sinks.emplace_back([&](const event& report) { told.push_back(report); });
    detail::reporter reports(options);
    for (detail::findings found :
         {one_event(1, event::kind::frozen), one_event(1, event::kind::recovered)}) {
        reports.take(found);
    }
    reports.report_all();
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[1].why.state, thread_state::unknown);
#if defined(__linux__)
    EXPECT_EQ(told[0].why.state, thread_state::gone);
#endif
}

} // namespace
} // namespace tollgate::liveness
