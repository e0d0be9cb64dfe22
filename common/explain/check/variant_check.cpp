// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/explain/variant.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <sched.h>

namespace tollgate::explain {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using log = std::shared_ptr<std::vector<std::string>>;

/// An intervention that notes when it is taken and when it is given back.
intervention noted(const std::string& name, const log& said) {
    intervention one;
    one.name = name;
    one.hold = [name, said]() -> std::shared_ptr<void> {
        said->push_back("+" + name);
        return {nullptr, [name, said](void*) { said->push_back("-" + name); }};
    };
    return one;
}

measure::measured_case noted_case(const std::string& name, const log& said) {
    measure::measured_case one;
    one.key = {name, {{"threads", 1U}}};
    one.unit = "one operation";
    one.run = [name, said](const measure::schedule&, clock::source source) {
        said->push_back(name + " by " + std::string(clock::to_string(source)));
        measure::batch done;
        done.intervals = {1000};
        done.report.used.page_faults = 3;
        done.report.used.voluntary_switches = 5;
        done.report.scheduled = {
            {SCHED_FIFO, 1, 0, 0}, {SCHED_BATCH, 0, -9, 1}, {SCHED_OTHER, 0, -10, 50'000}};
        return done;
    };
    return one;
}

const measure::schedule short_schedule{1, {{1, 10}}};

class a_variant : public ::testing::Test {
protected:
    log said = std::make_shared<std::vector<std::string>>();
    measure::measured_case base = noted_case("base", said);
    intervention a = noted("a", said);
    intervention b = noted("b", said);
};

TEST_F(a_variant, holds_its_interventions_only_during_the_batch_and_gives_them_back_in_reverse) {
    const auto variant = make_variant(base, {a, b}, {});
    EXPECT_THAT(*said, ElementsAre());
    (void)variant.run(short_schedule, clock::source::realtime);
    EXPECT_THAT(*said, ElementsAre("+a", "+b", "base by realtime", "-b", "-a"));
}

TEST_F(a_variant, gives_them_back_if_the_batch_throws) {
    base.run = [](const measure::schedule&, clock::source) -> measure::batch {
        throw std::runtime_error("no");
    };
    const auto variant = make_variant(base, {a}, {});
    EXPECT_THROW((void)variant.run(short_schedule, clock::source::realtime), std::runtime_error);
    EXPECT_THAT(*said, ElementsAre("+a", "-a"));
}

TEST_F(a_variant, runs_without_what_the_machine_refuses_and_counts_it) {
    intervention refused;
    refused.name = "b";
    refused.hold = []() -> std::shared_ptr<void> {
        throw std::system_error(EPERM, std::generic_category(), "no");
    };
    const auto variant = make_variant(base, {refused, a}, {});
    const measure::batch done = variant.run(short_schedule, clock::source::realtime);
    EXPECT_THAT(*said, ElementsAre("+a", "base by realtime", "-a"));
    EXPECT_EQ(done.report.counted.at(witness::refused), 1U);
}

TEST_F(a_variant, runs_without_its_interventions_if_the_batch_is_refused_under_them) {
    base.run = [said = said, run = base.run](const measure::schedule& schedule,
                                             clock::source source) {
        if (said->back() == "+a") {
            throw std::system_error(EAGAIN, std::generic_category(), "no thread");
        }
        return run(schedule, source);
    };
    const measure::batch done =
        make_variant(base, {a}, {}).run(short_schedule, clock::source::realtime);
    EXPECT_THAT(*said, ElementsAre("+a", "-a", "base by realtime"));
    EXPECT_EQ(done.report.counted.at(witness::refused), 1U);
    said->back() = "+a";
    EXPECT_THROW((void)make_variant(base, {}, {}).run(short_schedule, clock::source::realtime),
                 std::system_error);
}

TEST_F(a_variant, counts_what_hold_checks_need) {
    std::uint64_t reading = 100;
    const auto variant = make_variant(base, {}, [&] {
        reading += 10;
        return environment::idle_counters{reading, 2 * reading};
    });
    const measure::batch done = variant.run(short_schedule, clock::source::realtime);
    EXPECT_THAT(done.report.counted,
                UnorderedElementsAre(Pair(witness::idle_entries, 10), Pair(witness::idle_stops, 20),
                                     Pair(witness::page_faults, 3), Pair(witness::switches, 5),
                                     Pair(witness::threads, 3), Pair(witness::fifo, 1),
                                     Pair(witness::batch, 1), Pair(witness::nice, 1),
                                     Pair(witness::slack, 2), Pair(witness::refused, 0)));
}

TEST_F(a_variant, does_not_count_idle_states_that_cannot_be_read) {
    const auto variant = make_variant(base, {}, [] { return environment::idle_counters{}; });
    EXPECT_FALSE(variant.run(short_schedule, clock::source::realtime)
                     .report.counted.contains(witness::idle_entries));
}

TEST_F(a_variant, has_the_controls_name_and_those_of_its_interventions) {
    a.name = "a=1";
    EXPECT_EQ(make_variant(base, {}, {}).key, base.key);
    const auto both = make_variant(base, {a, b}, {});
    EXPECT_EQ(both.key.name(), "base/threads:1/under:a=1+b");
    EXPECT_EQ(both.compared_with, "base/threads:1");
}

TEST_F(a_variant, may_measure_another_case_instead_of_the_control) {
    intervention other;
    other.name = "other";
    other.instead = noted_case("other", said);
    const auto variant = make_variant(base, {other}, {});
    (void)variant.run(short_schedule, clock::source::realtime);
    EXPECT_THAT(*said, ElementsAre("other by realtime"));
    EXPECT_EQ(variant.key.name(), "base/threads:1/under:other");
}

} // namespace
} // namespace tollgate::explain
