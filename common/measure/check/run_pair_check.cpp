// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_pair.hpp>

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/measure/usage.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using namespace tollgate;
using measure::loop_member;
using measure::loop_report;
using measure::run_pair;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const cpu::assignment anywhere;

constexpr std::chrono::milliseconds a_lot{20};

void use_the_cpu(loop_member& /*self*/) {
    const auto before = measure::usage_of_this_thread().cpu;
    while (measure::usage_of_this_thread().cpu - before < a_lot) {
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

TEST(run_pair, throws_what_a_side_has_failed_with) {
    EXPECT_THROW(run_pair(anywhere, {[](loop_member&) {},
                                     [](loop_member& self) {
                                         self.failure =
                                             std::make_exception_ptr(std::out_of_range("too late"));
                                     }}),
                 std::out_of_range);
}

} // namespace
