// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_crew.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

crew_member member(std::function<void()> work) {
    return {[work = std::move(work)](loop_member&) { work(); }, std::nullopt, true};
}

TEST(run_crew, calls_its_watch_on_the_waiting_thread_while_members_work) {
    std::latch looks(3);
    std::atomic<int> on_another_thread{0};
    const std::thread::id here = std::this_thread::get_id();
    const auto look = [&] {
        on_another_thread += std::this_thread::get_id() != here ? 1 : 0;
        if (!looks.try_wait()) {
            looks.count_down();
        }
    };
    run_crew({member([&] { looks.wait(); }), member([] {})}, {1ms, look});
    EXPECT_TRUE(looks.try_wait());
    EXPECT_EQ(on_another_thread, 0);
}

TEST(run_crew, returns_without_a_look_when_all_have_ended_before_the_first_period) {
    int looks = 0;
    run_crew({member([] {}), member([] {})}, {std::chrono::hours(24), [&] { ++looks; }});
    EXPECT_EQ(looks, 0);
}

TEST(run_crew, lets_a_look_end_what_members_wait_for) {
    std::latch rescued(1);
    run_crew({member([&] { rescued.wait(); })}, {1ms, [&] {
                                                     if (!rescued.try_wait()) {
                                                         rescued.count_down();
                                                     }
                                                 }});
    EXPECT_TRUE(rescued.try_wait());
}

} // namespace
} // namespace tollgate::measure
