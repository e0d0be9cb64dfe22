// SPDX-License-Identifier: BSL-1.0
#include "fake_screen.hpp"
#include "screen/screen.hpp"

#include <tollgate/report/printable.hpp>

#include <gmock/gmock.h>

#include <map>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* tasks = "Many waiting tasks";
constexpr const char* stream = "Pipeline over CPUs";
constexpr const char* request = "Request/reply of threads";
constexpr const char* timeout = "Timeouts and cancellation";
constexpr const char* sleep = "Sleeping until a deadline";

/// The costs of a usual machine, changed by `other`.
results usual_with(const std::map<std::string_view, double>& other = {}) {
    std::map<std::string_view, double> costs{
        {"coroutine", 3},          {"fiber_own", 21},          {"fiber_boost", 85},
        {"thread_one_cpu", 6'600}, {"stream_own", 24},         {"stream_alternative", 40},
        {"stream_condvar", 219},   {"message_awake", 88},      {"message_awake_alternative", 99},
        {"message_asleep", 8'800}, {"message_one_cpu", 3'300}, {"timeout_kernel", 12},
        {"timeout_counter", 4},    {"token_wait", 6.4},        {"late", 90'000},
        {"late_spinning", 500}};
    for (const auto& [name, ns] : other) {
        costs[name] = ns;
    }
    return results_of(
        [&](std::string_view line) { return costs.contains(line) ? costs.at(line) : 20.0; });
}

/// The cost of a line, which only this interval can compare with others.
void set_cost(results& all, std::string_view line, double ns, const stats::interval& range) {
    each_case(all, line, [&](case_row& row) {
        row.cost.ns = {ns, range};
        row.cost.passes.clear();
    });
}

/// The CPU time of an operation, with a little scatter.
void set_cpu(results& all, std::string_view line, double ns, std::uint64_t phase = 0) {
    each_case(all, line, [&](case_row& row) {
        row.summary.cpu_ns = ns;
        row.cpu_passes.clear();
        for (std::uint64_t pass = 0; pass < 9; ++pass) {
            row.cpu_passes.push_back(
                {pass, std::log(ns * (1 + 0.01 * static_cast<double>((pass + phase) % 3)))});
        }
    });
}

recommendation about(const results& all, std::string_view task) {
    for (const recommendation& each : make_screen(all).recommendations) {
        if (each.task == task) {
            return each;
        }
    }
    return {};
}

TEST(recommend, each_decision_has_its_reason_as_a_figure) {
    results all = usual_with();
    set_cpu(all, "late", 90'000);
    set_cpu(all, "late_spinning", 130'000);
    EXPECT_THAT(make_screen(all).recommendations, SizeIs(5));
    EXPECT_EQ(about(all, tasks).advice,
              "bare coroutine 3.00 ns; fiber, for deep waits, 21.0 ns; thread 6.60 µs");
    EXPECT_EQ(about(all, stream).advice,
              "Tollgate SPSC queue: 24.0 ns a message; mutex + condvar: 219 ns (9.1 ×)");
    EXPECT_EQ(about(all, request).advice,
              "spin: 88.0 ns one way, 2 CPUs busy; sleep: 8.80 µs; on 1 CPU: 3.30 µs");
    EXPECT_EQ(about(all, timeout).advice,
              "leave on: a timeout adds 12.0 ns, a cancel token adds 6.41 ns to a wait");
    EXPECT_EQ(about(all, sleep).advice,
              "sleep: 90.0 µs late; spin at the end: 500 ns late, + 40 µs CPU a sleep");
    for (const recommendation& each : make_screen(all).recommendations) {
        EXPECT_TRUE(each.decided) << each.advice;
    }
}

TEST(recommend, follows_the_data_where_they_are_unusual) {
    const results all = usual_with({{"fiber_own", 7'000},
                                    {"fiber_boost", 8'000},
                                    {"thread_one_cpu", 100},
                                    {"stream_own", 400},
                                    {"message_awake", 9'999},
                                    {"message_awake_alternative", 10'500}});
    EXPECT_EQ(about(all, tasks).advice,
              "threads, condvar: 100 ns a switch; fibers: 7.00 µs (70 ×)");
    EXPECT_THAT(about(all, stream).advice, StartsWith("spinning ring: 40.0 ns"));
    EXPECT_THAT(about(all, request).advice, StartsWith("sleep: 8.80 µs; spin: 10.0 µs (1.1 ×)"));
    EXPECT_THAT(about(all, timeout).advice, StartsWith("not free: a timeout adds 12.0 ns"));
}

TEST(recommend, decides_nothing_without_a_significant_difference) {
    const results all = results_of([](std::string_view) { return 20.0; });
    for (const char* const task : {tasks, stream, request}) {
        EXPECT_FALSE(about(all, task).decided) << about(all, task).advice;
        EXPECT_THAT(about(all, task).advice,
                    AllOf(StartsWith("undecided"), HasSubstr("./testAll --time 60 may decide"),
                          Not(HasSubstr("×"))));
    }
    EXPECT_EQ(about(all, sleep).advice,
              "undecided: 20.0 ns or 20.0 ns; ./testAll --time 60 may decide");
}

TEST(recommend, two_queues_without_a_significant_difference_are_both_named) {
    const results all = usual_with({{"stream_alternative", 24}});
    EXPECT_EQ(about(all, stream).advice,
              "Tollgate SPSC queue (24.0 ns) or spinning ring (24.0 ns)");
    EXPECT_TRUE(about(all, stream).decided);
}

TEST(recommend, a_queue_that_may_cost_more_than_a_lock_is_not_named) {
    results all = usual_with();
    set_cost(all, "stream_alternative", 200, interval_of(10, 400));
    EXPECT_THAT(about(all, stream).advice, StartsWith("undecided"));
    EXPECT_FALSE(about(all, stream).decided);
}

TEST(recommend, a_coroutine_only_if_it_costs_less_than_a_fiber) {
    for (const double ns : {21.0, 30.0}) {
        EXPECT_EQ(about(usual_with({{"coroutine", ns}}), tasks).advice,
                  "Tollgate fibers: 21.0 ns a switch; threads, condvar: 6.60 µs (310 ×)");
    }
}

TEST(recommend, names_the_fibers_that_cost_less) {
    EXPECT_THAT(about(usual_with({{"coroutine", 99}, {"fiber_own", 150}}), tasks).advice,
                StartsWith("Boost fibers: 85.0 ns a switch"));
    EXPECT_THAT(about(usual_with({{"coroutine", 99}, {"fiber_own", 85}}), tasks).advice,
                StartsWith("fibers: 85.0 ns a switch"));
}

TEST(recommend, a_price_in_cpu_time_needs_a_significant_difference) {
    results all = usual_with();
    set_cpu(all, "late", 90'000);
    set_cpu(all, "late_spinning", 90'100, 1);
    EXPECT_EQ(about(all, sleep).advice, "sleep: 90.0 µs late; spin at the end: 500 ns late");
    EXPECT_EQ(about(usual_with({{"late", 100}}), sleep).advice,
              "sleep: 100 ns late; spinning at the end: 500 ns, no better");
}

TEST(recommend, what_may_add_nothing_adds_at_most_its_bound) {
    results all = usual_with();
    set_cost(all, "timeout_kernel", 50.03, interval_of(49.9, 50.2));
    EXPECT_THAT(about(all, timeout).advice, StartsWith("leave on: a timeout adds at most "));
    EXPECT_THAT(about(all, timeout).advice, HasSubstr("a cancel token adds 6.41 ns"));
}

TEST(recommend, a_price_that_may_be_small_or_large_is_undecided) {
    results all = usual_with();
    set_cost(all, "timeout_kernel", 55, interval_of(49, 900));
    EXPECT_FALSE(about(all, timeout).decided);
    EXPECT_THAT(about(all, timeout).advice, StartsWith("undecided: a timeout adds at most "));
}

TEST(recommend, no_cost_that_cannot_be_right) {
    results all = usual_with();
    each_case(all, "fiber_own", [](case_row& row) { row.cost.ns.value = -54; });
    each_case(all, "fiber_boost", [](case_row& row) { row.cost.ns.value = -50; });
    EXPECT_FALSE(about(all, tasks).decided);
    each_case(all, "thread_one_cpu", [](case_row& row) { row.cost.ns.value = -4; });
    EXPECT_FALSE(about(all, timeout).decided);
}

TEST(recommend, a_timeout_or_a_token_alone) {
    results all = usual_with();
    std::erase_if(all.cases, [](const case_row& row) { return is_of("token_wait", row); });
    EXPECT_THAT(about(all, "Timeouts").advice, StartsWith("leave on: a timeout adds"));
    EXPECT_TRUE(about(all, timeout).advice.empty());
}

TEST(recommend, an_unsure_cost_has_a_tilde) {
    results all = usual_with();
    each_case(all, "message_awake",
              [](case_row& row) { row.cost.ns.range = interval_of(70, 120); });
    EXPECT_THAT(about(all, request).advice, StartsWith("spin: ~88 ns one way, "));
}

TEST(recommend, only_measured_cases) {
    results all = usual_with();
    remove_cases(all, "thread_one_cpu");
    EXPECT_EQ(about(all, tasks).advice, "undecided: needs the usual cases of testThread; make run");
    remove_cases(all, "fiber_own");
    remove_cases(all, "fiber_boost");
    EXPECT_EQ(about(all, tasks).task, "");
    for (const char* const name :
         {"stream_own", "stream_alternative", "stream_condvar", "message_asleep"}) {
        remove_cases(all, name);
    }
    EXPECT_EQ(about(all, stream).task, "");
    EXPECT_EQ(about(all, request).advice,
              "undecided: needs the usual cases of testQueue; make run");
    all.files[0].unavailable = {
        {measure::case_key("queue/*", {{"placement", "core"}}), "there is one CPU"}};
    EXPECT_EQ(about(all, stream).advice, "not possible here: there is one CPU");
    EXPECT_EQ(about(all, request).advice, "not possible here: there is one CPU");
    EXPECT_FALSE(about(all, request).decided);
}

TEST(recommend, only_cases_whose_self_checks_held) {
    results all = usual_with();
    each_case(all, "thread_one_cpu",
              [](case_row& row) { row.record.failures = {"an operation was lost"}; });
    EXPECT_FALSE(about(all, tasks).decided);
}

TEST(recommend, nothing_from_runs_that_were_not_interleaved) {
    results all = usual_with();
    all.files.push_back(fake_file("testThread", "thread.json"));
    each_case(all, "thread_one_cpu", [](case_row& row) { row.file = row.cost.file.emplace(1); });
    all.files[0].spread_over_s = all.files[1].spread_over_s = 60;
    all.files[0].about.date = "2026-01-02T03:04:05Z";
    all.files[1].about.date = "2026-01-02T04:04:05Z";
    EXPECT_FALSE(about(all, tasks).decided);
    EXPECT_EQ(about(all, tasks).advice,
              "undecided: testFiber and testThread did not run together; make run");
    EXPECT_FALSE(about(all, timeout).decided);
    EXPECT_THAT(about(all, timeout).advice, AllOf(StartsWith("undecided"), HasSubstr("make run")));
}

TEST(recommend, a_decision_agrees_with_the_lines_of_the_group) {
    results all = results_of([](std::string_view) { return 20.0; });
    each_case(all, "message_asleep", [](case_row& row) {
        // For these two rows alone t is 3.6 with 7 degrees of freedom: the p-value is 0.9 %.
        const double ratios[]{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
        row.cost.passes.resize(std::size(ratios));
        for (std::size_t i = 0; i < row.cost.passes.size(); ++i) {
            row.cost.passes[i].log_ns += std::log(ratios[i]);
        }
        row.cost.ns.value *= 1.02;
        row.cost.noise_floor = 0;
    });
    each_case(all, "message_fibers", [](case_row& row) { row.cost.noise_floor = 0; });
    EXPECT_EQ(ratio_cell(line_of(make_screen(all), "message_asleep")), "=");
    EXPECT_FALSE(about(all, request).decided);
}

TEST(recommend, a_text_from_a_file_is_harmless_and_fits) {
    results all = usual_with();
    for (const char* const name : {"stream_own", "stream_alternative", "stream_condvar"}) {
        remove_cases(all, name);
    }
    all.files[0].unavailable = {{measure::case_key("queue/*", {{"placement", "core"}}),
                                 "\x1b[31m" + std::string(300, 'x')}};
    const std::string advice = about(all, stream).advice;
    EXPECT_THAT(advice, Not(HasSubstr("\x1b")));
    EXPECT_LE(report::width_of(advice), advice_columns);
    EXPECT_THAT(make_screen({}).recommendations, IsEmpty());
}

} // namespace
} // namespace tollgate::cost_sheet
