// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/batch.hpp>

#include <tollgate/clock/manual_clock.hpp>
#include <tollgate/measure/interval_probe.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A ring of three that does what it should. Each loop below overrides one step wrongly.
struct ring {
    static constexpr std::uint64_t members = 3;
    clock::manual_clock time{};
    loop_report report{std::vector<std::uint64_t>(members, 0), {}, {}, {}, 1, 0, {}, {}};

    virtual ~ring() = default;

    /// What an operation does to the clock.
    virtual void operate(std::uint64_t) { time.advance(10); }
    virtual std::uint64_t whose(std::uint64_t done) { return done % members; }
    virtual std::uint64_t next(std::uint64_t done) { return done + 1; }
    virtual std::uint64_t turns_taken(std::uint64_t) { return 1; }
    virtual bool gives_up(std::uint64_t) { return false; }
};

const schedule asked{3, {{4, 1}, {2, 4}}};

batch run(ring& loop, const schedule& what = asked) {
    interval_probe probe(loop.time, what);
    for (std::uint64_t done = 0;; done = loop.next(done)) {
        bool more = true;
        for (std::uint64_t taken = 0; taken < loop.turns_taken(done); ++taken) {
            ++loop.report.turns[loop.whose(done)];
            more = probe.turn(done);
        }
        if (!more || loop.gives_up(done)) {
            break;
        }
        loop.operate(done);
    }
    return {probe.intervals(), probe.complete(), loop.report};
}

std::vector<std::string> proofs_of(ring& loop) {
    return failed_proofs(run(loop), asked);
}

TEST(failed_proofs, none_for_a_right_loop) {
    ring right;
    EXPECT_THAT(proofs_of(right), IsEmpty());
}

TEST(failed_proofs, none_for_a_right_loop_that_ends_within_a_lap) {
    ring right;
    const schedule odd{2, {{1, 5}}}; // 8 turns: 3, 3 and 2
    EXPECT_THAT(failed_proofs(run(right, odd), odd), IsEmpty());
}

TEST(failed_proofs, a_lost_turn) {
    struct : ring {
        std::uint64_t turns_taken(std::uint64_t done) override { return done == 9 ? 0 : 1; }
    } loses;
    EXPECT_THAT(proofs_of(loses), ElementsAre(HasSubstr("turns lost or invented: 15 taken, 16")));
}

TEST(failed_proofs, an_invented_turn) {
    struct : ring {
        std::uint64_t turns_taken(std::uint64_t done) override { return done == 10 ? 2 : 1; }
    } invents;
    EXPECT_THAT(proofs_of(invents), ElementsAre(HasSubstr("turns lost or invented: 17 taken, 16")));
}

TEST(failed_proofs, no_turns_at_all) {
    ring right;
    batch done = run(right);
    done.report.turns.clear();
    EXPECT_THAT(failed_proofs(done, asked), ElementsAre(HasSubstr("0 taken, 16 due")));
}

TEST(failed_proofs, uneven_turns) {
    struct : ring {
        std::uint64_t whose(std::uint64_t done) override { return done == 7 ? 0 : done % members; }
    } unfair;
    EXPECT_THAT(proofs_of(unfair),
                ElementsAre("turns not shared evenly: one member took 4, another 7"));
}

TEST(failed_proofs, a_stamp_taken_too_early) {
    struct : ring {
        void operate(std::uint64_t done) override { time.advance(done == 4 ? -30 : 10); }
    } hasty;
    EXPECT_THAT(proofs_of(hasty), ElementsAre(HasSubstr("1 interval(s) ended before they began")));
}

TEST(failed_proofs, an_interval_of_no_length_is_possible) {
    struct : ring {
        void operate(std::uint64_t) override {}
    } idle;
    EXPECT_THAT(proofs_of(idle), IsEmpty()); // a coarse clock stands still
}

TEST(failed_proofs, a_missing_interval) {
    struct : ring {
        bool gives_up(std::uint64_t done) override { return done == 12; }
    } quits;
    EXPECT_THAT(proofs_of(quits),
                ElementsAre(HasSubstr("turns lost"), HasSubstr("an interval is missing")));
}

TEST(failed_proofs, a_missing_interval_though_the_turns_add_up) {
    ring right;
    batch done = run(right);
    done.intervals.pop_back();
    EXPECT_THAT(failed_proofs(done, asked), ElementsAre(HasSubstr("an interval is missing")));
}

TEST(failed_proofs, a_group_that_held_too_many_operations) {
    struct : ring {
        std::uint64_t next(std::uint64_t done) override { return done == 10 ? 14 : done + 1; }
    } skips;
    EXPECT_THAT(proofs_of(skips), ElementsAre(HasSubstr("more operations than it should")));
}

TEST(failed_proofs, a_thread_on_a_wrong_cpu) {
    ring pinned;
    batch done = run(pinned);
    done.report.cpus = {2, 3, 2, 3};
    EXPECT_THAT(failed_proofs(done, asked), IsEmpty()) << "any CPU will do";
    done.report.cpus_intended = {2, 3};
    EXPECT_THAT(failed_proofs(done, asked), IsEmpty());
    done.report.cpus = {2, 3, 0, 3};
    EXPECT_THAT(failed_proofs(done, asked), ElementsAre(HasSubstr("a thread ran on CPU 0")));
}

TEST(failed_proofs, nothing_counted_to_divide_by) {
    ring right;
    batch done = run(right);
    for (const double counted : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()}) {
        done.report.units_per_operation = counted;
        EXPECT_THAT(failed_proofs(done, asked), ElementsAre("nothing was counted to divide by"));
    }
    done.report.units_per_operation = 1.25;
    EXPECT_THAT(failed_proofs(done, asked), IsEmpty());
}

TEST(failed_proofs, what_the_loop_itself_saw_comes_first) {
    ring right;
    batch done = run(right);
    done.report.failures = {"the channel was empty"};
    done.intervals.front() = -1;
    EXPECT_THAT(failed_proofs(done, asked),
                ElementsAre("the channel was empty", HasSubstr("ended before they began")));
}

} // namespace
} // namespace tollgate::measure
