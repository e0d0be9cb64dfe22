// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#if defined(__linux__)
#include <tollgate/testing/refusing_kernel_linux.hpp>
#endif
#include <tollgate/measure/event_signal.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/measure/usage.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <latch>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const cpu::assignment anywhere;

constexpr std::chrono::milliseconds a_lot{20};

void use_the_cpu(loop_member& /*self*/) {
    const auto before = usage_of_this_thread().cpu;
    while (usage_of_this_thread().cpu - before < a_lot) {
    }
}

TEST(run_pair, runs_each_side_on_its_own_thread_and_waits_for_both) {
    std::thread::id metered;
    std::thread::id second;
    run_pair(anywhere, {[&](loop_member&) { metered = std::this_thread::get_id(); },
                        [&](loop_member&) { second = std::this_thread::get_id(); }});
    EXPECT_NE(metered, second);
    EXPECT_NE(metered, std::thread::id());
    EXPECT_NE(second, std::this_thread::get_id());
}

TEST(run_pair, reports_the_usage_of_the_metered_side_alone) {
    const auto idle = [](loop_member&) {};
    EXPECT_GE(run_pair(anywhere, {use_the_cpu, idle}).used.cpu, a_lot);
    EXPECT_LT(run_pair(anywhere, {idle, use_the_cpu}).used.cpu, a_lot);
}

TEST(run_pair, puts_each_side_on_its_cpu) {
    const std::vector<int> cpus = cpu::allowed_cpus();
    const int first = cpus.front();
    const int last = cpus.back();
    const loop_report report =
        run_pair({cpu::placement::core, {first, last}}, {[](auto&) {}, [](auto&) {}});
    EXPECT_THAT(report.cpus, ElementsAre(first, first, last, last)) << "where each began and ended";
    EXPECT_THAT(report.failures, IsEmpty());
}

TEST(run_pair, sums_both_reports) {
    const loop_report report =
        run_pair(anywhere, {[](loop_member& self) { self.report.failures.emplace_back("one"); },
                            [](loop_member& self) {
                                self.report.failures.emplace_back("two");
                                self.report.repeated = 3;
                            }});
    EXPECT_THAT(report.failures, ElementsAre("one", "two"));
    EXPECT_EQ(report.repeated, 3);
}

group_member member(std::function<void()> work) {
    return {[work = std::move(work)](loop_member&) { work(); }, std::nullopt, true};
}

// As soon as a member works, all threads exist.
TEST(run_thread_group, starts_its_members_together) {
    constexpr std::size_t members = 40;
    const auto threads = [] {
        std::error_code none; // other systems do not tell
        const std::filesystem::directory_iterator tasks("/proc/self/task", none);
        return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
    };
    std::thread([] {}).join(); // a sanitizer starts its own thread with the first one
    const std::size_t before = threads();
    std::vector<std::size_t> counts(members, before + members);
    std::vector<group_member> group;
    for (std::size_t i = 0; i < members; ++i) {
        group.push_back(member([&, i] { counts[i] = before == 0 ? counts[i] : threads(); }));
    }
    run_thread_group(group);
    EXPECT_THAT(counts, ::testing::Each(before + members));
}

TEST(run_thread_group, calls_its_watch_on_the_waiting_thread_while_members_work) {
    std::latch calls(3);
    std::atomic<int> on_another_thread{0};
    const std::thread::id waiting_thread = std::this_thread::get_id();
    const auto call = [&] {
        on_another_thread += std::this_thread::get_id() != waiting_thread ? 1 : 0;
        if (!calls.try_wait()) {
            calls.count_down();
        }
    };
    run_thread_group({member([&] { calls.wait(); }), member([] {})}, {1ms, call});
    EXPECT_TRUE(calls.try_wait());
    EXPECT_EQ(on_another_thread, 0);
}

TEST(run_thread_group, throws_the_exception_of_a_member_when_all_have_ended) {
    std::atomic<int> worked{0};
    const auto work = [&] { ++worked; };
    EXPECT_THROW(
        run_thread_group({member(work), member([] { throw std::length_error("too much"); })}),
        std::length_error);
    EXPECT_EQ(worked, 1);
}

TEST(run_thread_group, lets_no_member_work_if_a_cpu_is_refused) {
    constexpr int no_such_cpu = 1 << 19;
    std::atomic<int> worked{0};
    const auto work = [&](loop_member&) { ++worked; };
    EXPECT_THROW(run_thread_group({{work, std::nullopt}, {work, no_such_cpu}}), std::system_error);
    EXPECT_EQ(worked, 0);
}

TEST(run_thread_group_death_check, ends_the_program_if_members_wait_for_a_failed_member) {
    const auto fail_as = [](const auto& thrown) {
        std::latch never(1);
        run_thread_group({member([&] { never.wait(); }), member([&] { throw thrown; })},
                         {.grace_period = 1ms});
    };
    EXPECT_EXIT(fail_as(std::system_error(EPERM, std::generic_category(), "getrusage")),
                ::testing::ExitedWithCode(3),
                "others wait for it: getrusage: Operation not permitted");
    EXPECT_EXIT(fail_as(1), ::testing::ExitedWithCode(3),
                "a thread failed, and others wait for it");
}

#if defined(__linux__)
TEST(run_thread_group_death_check, lets_no_member_work_if_a_usage_reading_is_refused) {
    EXPECT_EXIT(
        {
            testing::refuse_calls({SYS_getrusage}, EPERM);
            int worked = 0;
            try {
                run_thread_group({member([&] { ++worked; }), member([&] { ++worked; })});
            } catch (const std::system_error& error) {
                std::fputs(error.what(), stderr);
                std::_Exit(worked);
            }
        },
        ::testing::ExitedWithCode(0), "^getrusage.*: Operation not permitted$");
}
#endif

loop_member member_on(int intended, std::vector<int> cpus) {
    loop_member first;
    first.report.cpus_intended = {intended};
    first.report.cpus = std::move(cpus);
    return first;
}

TEST(loop_member, sums_several_reports) {
    loop_member first;
    first.report.probe_calls = {3};
    first.report.used.voluntary_switches = 2;
    first.report.repeated = 1;
    loop_member second;
    second.report.probe_calls = {4};
    second.report.used.voluntary_switches = 5;
    second.report.repeated = 2;
    first.report.counted = {{"wake-ups", 3}};
    second.report.counted = {{"wake-ups", 4}, {"readings", 1}};
    second.report.failures = {"a mistake"};
    loop_report whole;
    first.add_to(whole);
    second.add_to(whole);
    EXPECT_THAT(whole.probe_calls, ElementsAre(3, 4));
    EXPECT_EQ(whole.used.voluntary_switches, 7);
    EXPECT_EQ(whole.repeated, 3u);
    EXPECT_EQ(whole.counted["wake-ups"], 7u);
    EXPECT_EQ(whole.counted["readings"], 1u);
    EXPECT_THAT(whole.failures, ElementsAre("a mistake"));
}

TEST(loop_member, fails_the_loop_if_a_thread_left_its_cpu) {
    loop_report whole;
    member_on(1, {1, 1}).add_to(whole);
    EXPECT_THAT(whole.failures, IsEmpty());
    member_on(1, {1, 0}).add_to(whole);
    EXPECT_THAT(whole.failures, ElementsAre(HasSubstr("put on CPU 1 and ran on CPU 0")));
    EXPECT_THAT(whole.cpus, ElementsAre(1, 1, 1, 0));
}

TEST(loop_member, throws_the_refusal_of_a_cpu_after_the_join) {
    constexpr int no_such_cpu = 1 << 19;
    loop_member first;
    std::thread([&] { first.place(no_such_cpu); }).join();
    EXPECT_THAT(first.report.cpus_intended, IsEmpty());
    loop_report whole;
    EXPECT_THROW(first.add_to(whole), std::system_error);
}

/// Both ways to take: spinning and sleeping.
class event_signal_check : public ::testing::TestWithParam<bool> {
protected:
    const bool spins_ = GetParam();
};

TEST_P(event_signal_check, give_publishes_earlier_writes) {
    constexpr int turns = 100;
    event_signal there;
    event_signal back;
    int ball = 0; // not atomic, so that the thread sanitizer reports a missing order
    std::thread partner([&] {
        for (int i = 0; i < turns; ++i) {
            there.wait(spins_);
            ++ball;
            back.notify();
        }
    });
    int wrong = 0;
    for (int i = 0; i < turns; ++i) {
        ++ball;
        there.notify();
        back.wait(spins_);
        wrong += ball != 2 * (i + 1) ? 1 : 0;
    }
    partner.join();
    EXPECT_EQ(wrong, 0);
}

TEST_P(event_signal_check, two_gives_before_a_take_count_once) {
    event_signal turn;
    int written = 0;
    turn.notify();
    turn.notify();
    turn.wait(spins_);
    std::thread giver([&] {
        written = 1;
        turn.notify();
    });
    turn.wait(spins_);
    EXPECT_EQ(written, 1) << "the second take returned before its give";
    giver.join();
}

INSTANTIATE_TEST_SUITE_P(both, event_signal_check, ::testing::Bool(), [](const auto& first) {
    return std::string(first.param ? "spinning" : "sleeping");
});

} // namespace
} // namespace tollgate::measure
