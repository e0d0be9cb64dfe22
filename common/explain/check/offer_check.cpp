// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/explain/offer.hpp>
#include <tollgate/explain/variant.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <system_error>

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::explain {
namespace {

using measure::case_key;
using verdict = hold_check::verdict;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

measure::measured_case simple_case(const case_key& key) {
    measure::measured_case one;
    one.key = key;
    one.unit = "nothing";
    one.run = [](const measure::schedule& schedule, clock::source) {
        measure::batch done;
        const measure::thread_meter meter;
        done.intervals.assign(schedule.groups(), 100);
        done.complete = true;
        meter.add_to(done.report);
        done.report.probe_calls = {schedule.operations() + 1};
        return done;
    };
    return one;
}

std::vector<std::string> names_of(const offer& all) {
    std::vector<std::string> names;
    for (const intervention& one : all.possible) {
        names.push_back(one.name);
    }
    return names;
}

const intervention* find(const offer& all, const std::string& name) {
    const auto found = std::find_if(all.possible.begin(), all.possible.end(),
                                    [&](const intervention& one) { return one.name == name; });
    return found == all.possible.end() ? nullptr : &*found;
}

setting here(const case_key& key) {
    return {simple_case(key), {simple_case(key)}, {}, cpu::read_topology()};
}

offer offered(const setting& where) {
    return possible_interventions(where, cpus_of(where));
}

/// The state of a thread that an intervention could leave changed.
struct state {
    measure::scheduling scheduling = measure::scheduling_of_this_thread();
    std::vector<int> cpus = cpu::allowed_cpus();

    friend bool operator==(const state&, const state&) = default;
};

TEST(offers, leave_the_thread_as_it_was) {
    const state before;
    const offer all = offered(here(case_key("fake/case")));
    EXPECT_EQ(state(), before);
}

/// Root may always go back, so the child gives up its rights first.
TEST(offers, refuse_a_policy_without_a_way_back) {
    const pid_t child = ::fork();
    if (child == 0) {
        const sched_param first{1};
        if (::sched_setscheduler(0, SCHED_FIFO, &first) != 0 || ::setgid(65534) != 0 ||
            ::setuid(65534) != 0) {
            ::_exit(2);
        }
        const rlimit nothing{0, 0};
        ::setrlimit(RLIMIT_RTPRIO, &nothing);
        const offer all = offered(here(case_key("fake/case")));
        const bool offered = find(all, "policy=batch") != nullptr;
        ::_exit(::sched_getscheduler(0) == SCHED_FIFO && !offered ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2) {
        GTEST_SKIP() << "skipped giving up rights: there are none to give up";
    }
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(offers, are_possible_or_have_a_reason_why_not) {
    const offer all = offered(here(case_key("fake/case")));
    std::vector<std::string> names = names_of(all);
    for (const impossible& one : all.not_here) {
        EXPECT_THAT(one.reason, Not(IsEmpty())) << one.name;
        names.push_back(one.name);
    }
    EXPECT_THAT(names, IsSupersetOf({"cpus=busy", "idle=shallow", "halt_poll=200us", "policy=fifo",
                                     "policy=batch", "nice=-10", "slack=1ns", "memory=locked"}));
}

/// The device of the idle latency is not read: a check may not have the permission.
TEST(offers, take_hold_and_are_taken_back) {
    const setting where = here(case_key("fake/case"));
    const offer all = offered(where);
    for (const intervention& one : all.possible) {
        const state before;
        const measure::measured_case variant = make_variant(where.control, {one}, {});
        const measure::batch done = variant.run({1, {{1, 10}}}, clock::source::realtime);
        EXPECT_EQ(done.report.counted.at(witness::refused), 0U) << one.name;
        EXPECT_EQ(state(), before) << one.name;
    }
}

/// The record of a variant that ran one batch.
measure::case_record record_of(const measure::measured_case& variant) {
    measure::case_record record;
    record.key = variant.key;
    const measure::batch done = variant.run({1, {{1, 10}}}, clock::source::realtime);
    record.counted = done.report.counted;
    for (const int cpu : done.report.cpus) {
        record.saw_cpu(cpu);
    }
    record.rounds.emplace_back();
    return record;
}

TEST(offers, of_a_thread_pass_their_hold_checks) {
    const setting where = here(case_key("fake/case"));
    const offer all = offered(where);
    const auto control = record_of(make_variant(where.control, {}, {}));
    for (const char* name : {"policy=fifo", "policy=batch", "nice=-10", "slack=1ns"}) {
        const intervention* offered = find(all, name);
        if (offered == nullptr) {
            continue; // it is not permitted here, and the offer says so
        }
        const auto variant = record_of(make_variant(where.control, {*offered}, {}));
        EXPECT_EQ(offered->check_hold(control, variant).result, verdict::held) << name;
        // The control does not hold it.
        EXPECT_EQ(offered->check_hold(control, control).result, verdict::failed) << name;
    }
}

TEST(offers, put_a_case_of_one_thread_on_each_cpu) {
    const setting where = here(case_key("fake/case"));
    if (where.machine.threads.size() < 2 || !where.machine.can_pin) {
        GTEST_SKIP() << "there is one CPU";
    }
    const offer all = offered(where);
    for (const cpu::hardware_thread& one : where.machine.threads) {
        const std::string name = "cpu=" + std::to_string(one.cpu);
        const intervention* there = find(all, name);
        if (there == nullptr) {
            continue; // at most four CPUs are offered
        }
        const auto variant = record_of(make_variant(where.control, {*there}, {}));
        EXPECT_EQ(there->check_hold(variant, variant).result, verdict::held) << name;
        auto elsewhere = variant;
        elsewhere.saw_cpu(one.cpu + 1);
        EXPECT_EQ(there->check_hold(variant, elsewhere).result, verdict::failed);
    }
}

/// Whatever CPUs this machine has.
setting on_three_cpus(const case_key& key) {
    setting where = here(key);
    where.machine.threads.resize(3);
    for (int cpu = 0; cpu < 3; ++cpu) {
        where.machine.threads[static_cast<std::size_t>(cpu)].cpu = cpu;
    }
    where.machine.can_pin = true;
    return where;
}

TEST(offers, leave_out_cpus_on_which_a_case_runs_anyway_or_cannot_run) {
    setting where = on_three_cpus(case_key("fake/case"));
    where.on_cpu = [&](int cpu) { return cpu == 2 ? std::nullopt : std::optional(where.control); };
    const auto names =
        names_of(possible_interventions(where, {1})); // the case puts itself on CPU 1
    EXPECT_THAT(names, Contains("cpu=0"));
    EXPECT_THAT(names, AllOf(Not(Contains("cpu=1")), Not(Contains("cpu=2"))));
}

TEST(offers, have_the_cases_that_differ_only_in_placement_or_in_a_way) {
    const case_key control("fake/case", {{"threads", 2U}, {"placement", "core"}});
    setting where = on_three_cpus(control);
    where.ways = {"linked"};
    for (const case_key& other :
         {control.with("placement", "same"), control.with("linked", "static"),
          control.with("threads", std::uint64_t{4}),
          control.with("placement", "free").with("linked", "static")}) {
        where.cases.push_back(simple_case(other));
    }
    std::vector<std::string> ways;
    for (const intervention& each : possible_interventions(where, {0, 1}).possible) {
        if (each.is_alternative) {
            ways.push_back(each.name);
        }
    }
    EXPECT_THAT(ways, ::testing::ElementsAre("placement=same", "linked=static"));
}

/// A record of batches of 100 operations.
measure::case_record counted(std::uint64_t rounds, std::uint64_t times) {
    measure::case_record record;
    record.rounds.resize(rounds);
    for (measure::case_round& one : record.rounds) {
        one.operations = 100;
    }
    record.counted[witness::idle_entries] = times;
    return record;
}

TEST(a_hold_check_by_counts, holds_if_at_most_a_tenth_is_left_per_operation) {
    const auto check = expect_fewer(witness::idle_entries, "they entered idle");
    EXPECT_EQ(check(counted(10, 1000), counted(20, 200)).result, verdict::held);
    EXPECT_EQ(check(counted(10, 1000), counted(10, 101)).result, verdict::failed);
    EXPECT_EQ(check(counted(10, 1000), counted(20, 100)).text,
              "they entered idle 50.0 times in 1,000 operations instead of 1000");
    EXPECT_EQ(check(counted(100, 9), counted(100, 0)).result, verdict::pointless);
    EXPECT_EQ(check(counted(0, 0), counted(100, 0)).result, verdict::uncheckable);
    EXPECT_EQ(check(counted(10, 1000), {}).result, verdict::uncheckable);
    auto refused = counted(10, 0);
    refused.counted[witness::refused] = 1;
    EXPECT_EQ(check(counted(10, 1000), refused).result, verdict::failed);
    // A faster variant has more operations in a batch, and the check counts by operations.
    auto faster = counted(10, 500);
    for (measure::case_round& one : faster.rounds) {
        one.operations = 1000;
    }
    EXPECT_EQ(check(counted(10, 1000), faster).result, verdict::held);
}

TEST(a_hold_check_by_threads, holds_if_all_threads_are_changed_and_none_of_the_control) {
    const auto threads = [](std::uint64_t all, std::uint64_t changed) {
        measure::case_record record;
        record.rounds.resize(1);
        record.counted[witness::threads] = all;
        record.counted[witness::fifo] = changed;
        return record;
    };
    const auto check = expect_all_threads(witness::fifo);
    EXPECT_EQ(check(threads(2, 0), threads(2, 2)).result, verdict::held);
    EXPECT_EQ(check(threads(2, 0), threads(2, 1)).result, verdict::failed);
    EXPECT_EQ(check(threads(2, 2), threads(2, 2)).result, verdict::pointless);
    EXPECT_EQ(check(threads(2, 0), threads(0, 0)).result, verdict::uncheckable);
}

} // namespace
} // namespace tollgate::explain
