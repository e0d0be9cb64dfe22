// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/measured_case.hpp>

#include <gmock/gmock.h>

#include <cstdint>

namespace tollgate::measure {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto source = clock::source::monotonic;

/// One member, which may count more turns than it took.
struct empty_loop {
    std::uint64_t lie = 0;

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        while (probe.turn(done)) {
            ++done;
        }
        loop_report report;
        report.turns = {done + 1 + lie};
        return report;
    }
};

TEST(measured_case, runs_the_schedule_it_is_asked_for) {
    const measured_case one = make_case("a/case", "nothing", 4, 2, empty_loop{});
    EXPECT_EQ(one.key.name(), "a/case");
    EXPECT_EQ(one.unit, "nothing");
    EXPECT_EQ(one.lap, 4u);
    EXPECT_EQ(one.threads, 2u);
    const schedule asked{3, {{5, 1}, {2, 100}}};
    const batch done = one.run(asked, source);
    EXPECT_EQ(done.intervals.size(), 7u);
    EXPECT_THAT(done.intervals, Each(Ge(0)));
    EXPECT_THAT(failed_proofs(done, asked), IsEmpty());
}

TEST(measured_case, runs_again_and_again) {
    const measured_case one = make_case("a/case", "nothing", 1, 1, empty_loop{});
    for (const std::uint64_t groups : {1u, 9u, 2u}) {
        const schedule asked{1, {{groups, 3}}};
        EXPECT_THAT(failed_proofs(one.run(asked, source), asked), IsEmpty());
    }
}

TEST(measured_case, the_classical_run_warms_up_for_a_lap) {
    const measured_case one = make_case("a/case", "nothing", 4, 1, empty_loop{});
    const classical_batch done = one.run_classical(10, source);
    EXPECT_EQ(done.sums.operations, 10u);
    EXPECT_GE(done.sums.operations_total, 0);
    EXPECT_GE(done.sums.calls_total, 0);
    EXPECT_THAT(done.failures, IsEmpty());
}

TEST(measured_case, both_runs_prove_their_work) {
    const measured_case liar = make_case("a/case", "nothing", 4, 1, empty_loop{1});
    const schedule asked{1, {{1, 1}}};
    EXPECT_THAT(failed_proofs(liar.run(asked, source), asked),
                ElementsAre(HasSubstr("turns lost or invented: 4 taken, 3 due")));
    EXPECT_THAT(liar.run_classical(10, source).failures,
                ElementsAre(HasSubstr("turns lost or invented: 16 taken, 15 due")));
}

} // namespace
} // namespace tollgate::measure
