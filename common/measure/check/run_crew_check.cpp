// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#if defined(__linux__)
#include <tollgate/faults/refusing_kernel_linux.hpp>
#endif
#include <tollgate/measure/event_turn.hpp>
#include <tollgate/measure/run_crew.hpp>
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

TEST(run_pair, runs_each_side_on_a_thread_of_its_own_and_waits_for_both) {
    std::thread::id metered;
    std::thread::id other;
    run_pair(anywhere, {[&](loop_member&) { metered = std::this_thread::get_id(); },
                        [&](loop_member&) { other = std::this_thread::get_id(); }});
    EXPECT_NE(metered, other);
    EXPECT_NE(metered, std::thread::id());
    EXPECT_NE(other, std::this_thread::get_id());
}

TEST(run_pair, reports_the_usage_of_the_metered_side_alone) {
    const auto idle = [](loop_member&) {};
    EXPECT_GE(run_pair(anywhere, {use_the_cpu, idle}).used.cpu, a_lot);
    EXPECT_LT(run_pair(anywhere, {idle, use_the_cpu}).used.cpu, a_lot);
}

TEST(run_pair, puts_each_side_where_it_belongs) {
    const std::vector<int> cpus = cpu::allowed_cpus();
    const int first = cpus.front();
    const int last = cpus.back();
    const loop_report report =
        run_pair({cpu::placement::core, {first, last}}, {[](auto&) {}, [](auto&) {}});
    EXPECT_THAT(report.cpus, ElementsAre(first, first, last, last)) << "where each began and ended";
    EXPECT_THAT(report.failures, IsEmpty());
}

TEST(run_pair, adds_up_what_both_say) {
    const loop_report report =
        run_pair(anywhere, {[](loop_member& self) { self.own.failures.emplace_back("one"); },
                            [](loop_member& self) {
                                self.own.failures.emplace_back("two");
                                self.own.repeated = 3;
                            }});
    EXPECT_THAT(report.failures, ElementsAre("one", "two"));
    EXPECT_EQ(report.repeated, 3);
}

crew_member member(std::function<void()> work) {
    return {[work = std::move(work)](loop_member&) { work(); }, std::nullopt, true};
}

// As soon as one works, all are there.
TEST(run_crew, starts_its_members_together) {
    constexpr std::size_t members = 40;
    const auto threads = [] {
        std::error_code none; // of other systems it is not known
        const std::filesystem::directory_iterator tasks("/proc/self/task", none);
        return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
    };
    std::thread([] {}).join(); // a sanitizer starts its own thread with the first one
    const std::size_t before = threads();
    std::vector<std::size_t> seen(members, before + members);
    std::vector<crew_member> crew;
    for (std::size_t i = 0; i < members; ++i) {
        crew.push_back(member([&, i] { seen[i] = before == 0 ? seen[i] : threads(); }));
    }
    run_crew(crew);
    EXPECT_THAT(seen, testing::Each(before + members));
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

TEST(run_crew, throws_what_a_member_throws_when_all_have_ended) {
    std::atomic<int> worked{0};
    const auto work = [&] { ++worked; };
    EXPECT_THROW(run_crew({member(work), member([] { throw std::length_error("too much"); })}),
                 std::length_error);
    EXPECT_EQ(worked, 1);
}

TEST(run_crew, lets_none_work_if_one_has_no_place) {
    constexpr int no_such_cpu = 1 << 19;
    std::atomic<int> worked{0};
    const auto work = [&](loop_member&) { ++worked; };
    EXPECT_THROW(run_crew({{work, std::nullopt}, {work, no_such_cpu}}), std::system_error);
    EXPECT_EQ(worked, 0);
}

TEST(run_crew_death_check, that_waits_for_a_member_that_failed_ends_the_program_and_says_why) {
    const auto fail_as = [](const auto& what) {
        std::latch never(1);
        run_crew({member([&] { never.wait(); }), member([&] { throw what; })}, {.patience = 1ms});
    };
    EXPECT_EXIT(fail_as(std::system_error(EPERM, std::generic_category(), "getrusage")),
                testing::ExitedWithCode(3),
                "others wait for it: getrusage: Operation not permitted");
    EXPECT_EXIT(fail_as(1), testing::ExitedWithCode(3), "a thread failed, and others wait for it");
}

#if defined(__linux__)
TEST(run_crew_death_check, without_a_reading_of_its_usage_lets_none_work) {
    EXPECT_EXIT(
        {
            faults::refuse_calls({SYS_getrusage}, EPERM);
            int worked = 0;
            try {
                run_crew({member([&] { ++worked; }), member([&] { ++worked; })});
            } catch (const std::system_error& error) {
                std::fputs(error.what(), stderr);
                std::_Exit(worked);
            }
        },
        testing::ExitedWithCode(0), "^getrusage.*: Operation not permitted$");
}
#endif

loop_member seen_on(int intended, std::vector<int> cpus) {
    loop_member one;
    one.own.cpus_intended = {intended};
    one.own.cpus = std::move(cpus);
    return one;
}

TEST(loop_member, what_several_did_adds_up) {
    loop_member one;
    one.own.turns = {3};
    one.own.used.voluntary_switches = 2;
    one.own.repeated = 1;
    loop_member other;
    other.own.turns = {4};
    other.own.used.voluntary_switches = 5;
    other.own.repeated = 2;
    one.own.counted = {{"looks", 3}};
    other.own.counted = {{"looks", 4}, {"readings", 1}};
    other.own.failures = {"a mistake"};
    loop_report whole;
    one.add_to(whole);
    other.add_to(whole);
    EXPECT_THAT(whole.turns, ElementsAre(3, 4));
    EXPECT_EQ(whole.used.voluntary_switches, 7);
    EXPECT_EQ(whole.repeated, 3u);
    EXPECT_EQ(whole.counted["looks"], 7u);
    EXPECT_EQ(whole.counted["readings"], 1u);
    EXPECT_THAT(whole.failures, ElementsAre("a mistake"));
}

TEST(loop_member, who_left_its_cpu_fails_the_loop) {
    loop_report whole;
    seen_on(1, {1, 1}).add_to(whole);
    EXPECT_THAT(whole.failures, IsEmpty());
    seen_on(1, {1, 0}).add_to(whole);
    EXPECT_THAT(whole.failures, ElementsAre(HasSubstr("put on CPU 1 and ran on CPU 0")));
    EXPECT_THAT(whole.cpus, ElementsAre(1, 1, 1, 0));
}

TEST(loop_member, a_refused_cpu_is_told_to_whoever_joins) {
    constexpr int no_such_cpu = 1 << 19;
    loop_member one;
    std::thread([&] { one.place(no_such_cpu); }).join();
    EXPECT_THAT(one.own.cpus_intended, IsEmpty());
    loop_report whole;
    EXPECT_THROW(one.add_to(whole), std::system_error);
}

/// Both ways of taking a turn.
class event_turn_check : public testing::TestWithParam<bool> {
protected:
    const bool spins_ = GetParam();
};

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
