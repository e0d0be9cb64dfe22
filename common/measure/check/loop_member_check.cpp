// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/loop_member.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>

#include <gmock/gmock.h>

#include <stdexcept>
#include <system_error>
#include <thread>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(loop_member, who_was_put_nowhere_may_run_anywhere) {
    loop_member one;
    one.place(std::nullopt);
    one.own.cpus = {0, 1};
    loop_report whole;
    one.add_to(whole);
    EXPECT_THAT(whole.failures, IsEmpty());
}

TEST(loop_member, is_put_on_its_cpu) {
    const int cpu = cpu::allowed_cpus().back();
    loop_member one;
    int found = -1;
    std::thread([&] {
        one.place(cpu);
        found = cpu::current_cpu();
    }).join();
    if (one.failure) {
        GTEST_SKIP() << "this system does not let a thread choose its CPU";
    }
    EXPECT_EQ(found, cpu);
    EXPECT_THAT(one.own.cpus_intended, ElementsAre(cpu));
}

TEST(loop_member, a_refused_cpu_is_told_to_whoever_joins) {
    constexpr int no_such_cpu = 1 << 19;
    loop_member one;
    std::thread([&] { one.place(no_such_cpu); }).join();
    EXPECT_THAT(one.own.cpus_intended, IsEmpty());
    loop_report whole;
    EXPECT_THROW(one.add_to(whole), std::system_error);
}

TEST(loop_member, tells_what_was_thrown) {
    loop_member one;
    one.failure = std::make_exception_ptr(std::domain_error("no baton"));
    loop_report whole;
    EXPECT_THROW(one.add_to(whole), std::domain_error);
}

} // namespace
} // namespace tollgate::measure
