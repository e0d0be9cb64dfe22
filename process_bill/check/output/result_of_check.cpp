// SPDX-License-Identifier: BSL-1.0
#include "fake_statement.hpp"
#include "output/result_of.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::bill {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::StartsWith;

/// Slices that use more CPU time one after the other.
std::vector<statement> fake_slices(std::size_t count = 8) {
    std::vector<statement> slices(count, fake_statement());
    for (std::size_t i = 0; i < count; ++i) {
        const double more = 1 + 0.01 * static_cast<double>(i);
        slices[i].seconds = 1.25;
        slices[i].cpus_used *= more;
        slices[i].entries[0].cpus->value *= more;
    }
    return slices;
}

report::context fake_context() {
    report::context about;
    about.program = "bill";
    about.date = "2026-11-30T22:00:00+00:00";
    return about;
}

const measure::case_result& case_named(const report::result& run, const std::string& name) {
    const measure::case_result* found = run.find(name);
    static const measure::case_result missing;
    EXPECT_NE(found, nullptr) << name;
    return found == nullptr ? missing : *found;
}

const std::string of_consumer = "bill/entry/threads:consumer/event:waits on a futex";

TEST(result_of, each_slice_is_a_pass_of_its_cpu_time_in_a_second) {
    const report::result run = result_of(fake_slices(), fake_statement(), fake_context());
    EXPECT_EQ(run.passes, 8U);
    const auto& [record, summary] = case_named(run, "bill/cpu");
    EXPECT_EQ(record.unit, "one second observed");
    EXPECT_NEAR(summary.value_ns.value, 0.84e9 * 1.035, 1e3);
    ASSERT_TRUE(summary.value_ns.range);
    EXPECT_GT(summary.value_ns.range->low, 0.84e9);
    EXPECT_EQ(summary.voluntary_switches, 41'200 - 310);
    EXPECT_EQ(summary.involuntary_switches, 310);
    EXPECT_NEAR(case_named(run, of_consumer).summary.value_ns.value, 0.26e9 * 1.035, 1e3);
    EXPECT_DOUBLE_EQ(case_named(run, "bill/waiting").summary.value_ns.value, 0.31e9);
    EXPECT_DOUBLE_EQ(case_named(run, "bill/runnable").summary.value_ns.value, 0.12e9);
    EXPECT_EQ(case_named(run, "bill/runnable").summary.cpu_ns, 0) << "it used no CPU then";
}

TEST(result_of, a_file_has_all_of_it) {
    statement whole = fake_statement();
    whole.partial = true;
    whole.remarks = {"the names of functions are not known"};
    std::vector<double> reference_ns(9, 30'000);
    const report::result run = result_of(fake_slices(), whole, fake_context(), reference_ns);
    const report::result again = report::read_json(report::to_json(run));
    EXPECT_EQ(report::to_json(again), report::to_json(run));
    EXPECT_TRUE(again.partial());
    EXPECT_EQ(again.cases.size(), 5U);
    EXPECT_EQ(case_named(again, of_consumer).summary.pass_figures_ns.size(), 8U);
    EXPECT_EQ(again.reference_loops_ns().size(), 8U);
    EXPECT_THAT(again.notes,
                ElementsAre(StartsWith("redis-server (1234): 4 threads on 2 CPUs, traced for"),
                            "Prices of 2026-11-30, this machine",
                            StartsWith("Saving 1 (brief_waits): consumer waits"),
                            "The names of functions are not known"));
}

TEST(result_of, an_event_without_a_price_is_not_available) {
    const report::result run = result_of(fake_slices(), fake_statement(), fake_context());
    ASSERT_EQ(run.unavailable.size(), 1U);
    EXPECT_EQ(run.unavailable[0].text(),
              "bill/entry/threads:logger/event:waits for a disk: its event has no price");
    statement unpriced = fake_statement();
    for (entry& each : unpriced.entries) {
        each.cpus.reset();
    }
    const report::result without =
        result_of(std::vector<statement>(8, unpriced), unpriced, fake_context());
    EXPECT_EQ(without.find("bill/waiting"), nullptr);
    EXPECT_EQ(without.unavailable.size(), 4U);
}

TEST(result_of, an_event_that_a_slice_lacks_cost_nothing_there) {
    std::vector<statement> slices = fake_slices();
    slices[3].entries.erase(slices[3].entries.begin());
    slices[5].entries[0].cpus.reset(); // it is not known there
    const auto figures =
        case_named(result_of(slices, fake_statement(), fake_context()), of_consumer)
            .summary.pass_figures_ns;
    ASSERT_EQ(figures.size(), 7U);
    EXPECT_EQ(figures[3], 0);
}

TEST(result_of, entries_of_one_name_are_one_case) {
    statement bill = fake_statement();
    bill.entries = {fake_entry("worker-*", 0.25), fake_entry("worker-*", 0.125)};
    const report::result run = result_of(std::vector<statement>(8, bill), bill, fake_context());
    EXPECT_DOUBLE_EQ(case_named(run, "bill/entry/threads:worker-*/event:waits on a futex")
                         .summary.value_ns.value,
                     0.375e9);
    EXPECT_EQ(run.cases.size(), 4U);
}

TEST(result_of, hostile_names_can_be_read_again) {
    const statement bill = crowded_statement(hostile_text(), 20);
    const report::result run = result_of(std::vector<statement>(8, bill), bill, fake_context());
    const report::result again = report::read_json(report::to_json(run));
    EXPECT_EQ(again.cases.back().record.key.name(), run.cases.back().record.key.name());
    EXPECT_EQ(again.cases.size(), 4U);
}

} // namespace
} // namespace tollgate::bill
