// SPDX-License-Identifier: BSL-1.0
// Runs of a made-up machine, compared over and over: how often is a difference claimed where there
// is none, and how often is one found that is there? The machine has what real ones have: phases in
// which everything is slower, cases that scatter more than others, layouts that are drawn anew by
// each process, runs that something got in the way of.
#include "compare/comparison.hpp"
#include "made_up_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

constexpr int repetitions = 400;

class made_up_machine {
public:
    made_up_machine(std::uint64_t seed, std::size_t cases, bool drifts)
        : random_(seed), drifts_(drifts) {
        for (std::size_t i = 0; i < cases; ++i) {
            cases_.push_back({fmt::format("fiber/case/number:{:03}", i), 50.0 * (1 + double(i)),
                              0.004 * std::exp(0.7 * normal_(random_)),
                              // Of some cases the layout decides between two speeds.
                              uniform_(random_) < 0.2 ? 0.03 : 0.0});
        }
    }

    /// One run at the machine's next moment. The first case takes `slowdown` times as long.
    report::result measure(double slowdown = 1, int processes = 1) {
        move_on();
        made_up_values values;
        for (const made_up_case& one : cases_) {
            values[one.name] = {};
        }
        report::result seen;
        for (int process = 0; process < processes; ++process) {
            for (const made_up_case& one : cases_) {
                values[one.name] = rounds_of(one, &one == &cases_.front() ? slowdown : 1);
            }
            append(seen, made_up_run(seconds_ += 2, values), process);
        }
        return seen;
    }

private:
    struct made_up_case {
        std::string name;
        double ns;
        double scatter; ///< from run to run
        double layout;
    };

    static void append(report::result& to, report::result process, int number) {
        for (measure::case_result& one : process.cases) {
            for (measure::case_round& round : one.record.rounds) {
                round.process = static_cast<std::uint64_t>(number);
            }
        }
        if (number == 0) {
            to = std::move(process);
            return;
        }
        for (std::size_t i = 0; i < to.cases.size(); ++i) {
            const auto& more = process.cases[i].record.rounds;
            measure::case_record all = std::move(to.cases[i].record);
            all.rounds.insert(all.rounds.end(), more.begin(), more.end());
            to.cases[i] = std::move(all);
        }
    }

    /// Phases last for ten runs or so.
    void move_on() {
        if (drifts_ && uniform_(random_) < 0.1) {
            phase_ = 1 + 0.08 * uniform_(random_);
        }
    }

    std::vector<double> rounds_of(const made_up_case& one, double slowdown) {
        double level = one.ns * slowdown * phase_ * std::exp(one.scatter * normal_(random_));
        level *= uniform_(random_) < 0.5 ? 1 : 1 + one.layout;
        if (uniform_(random_) < 0.03) {
            level *= 1 + 0.1 * uniform_(random_);
        }
        std::vector<double> rounds(6);
        std::generate(rounds.begin(), rounds.end(), [&] {
            const double hiccup = uniform_(random_) < 0.05 ? 1.3 : 1;
            return level * hiccup * std::exp(2 * one.scatter * normal_(random_));
        });
        return rounds;
    }

    std::mt19937_64 random_;
    std::normal_distribution<> normal_;
    std::uniform_real_distribution<> uniform_{0, 1};
    std::vector<made_up_case> cases_;
    bool drifts_;
    double phase_ = 1;
    std::int64_t seconds_ = 0;
};

struct tally {
    int claimed = 0;       ///< repetitions in which anything was
    int claimed_other = 0; ///< of these, those with a row other than the first
    int found = 0;         ///< the first case was called slower
};

void count(const comparison& found, tally& to) {
    bool any = false;
    bool other = false;
    for (const difference& row : found.rows) {
        const bool first = row.name == "fiber/case/number:000";
        const bool claimed =
            row.says == difference::verdict::slower || row.says == difference::verdict::faster;
        any = any || claimed;
        other = other || (claimed && !first);
        to.found += first && row.says == difference::verdict::slower ? 1 : 0;
    }
    to.claimed += any ? 1 : 0;
    to.claimed_other += other ? 1 : 0;
}

/// Old, new, new, old …
tally interleaved(std::size_t pairs, double slowdown, std::size_t cases) {
    tally seen;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        made_up_machine machine(1'000 + static_cast<std::uint64_t>(repetition), cases, true);
        std::vector<report::result> old_runs;
        std::vector<report::result> new_runs;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            if (pair % 2 == 0) {
                old_runs.push_back(machine.measure());
            }
            new_runs.push_back(machine.measure(slowdown));
            if (pair % 2 != 0) {
                old_runs.push_back(machine.measure());
            }
        }
        count(compare_sides(made_up_side("old", old_runs), made_up_side("new", new_runs)), seen);
    }
    return seen;
}

tally one_after_the_other(std::size_t runs, int processes, double slowdown, std::size_t cases,
                          bool drifts) {
    tally seen;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        made_up_machine machine(9'000 + static_cast<std::uint64_t>(repetition), cases, drifts);
        std::vector<report::result> old_runs;
        std::vector<report::result> new_runs;
        for (std::size_t run = 0; run < runs; ++run) {
            old_runs.push_back(machine.measure(1, processes));
        }
        for (std::size_t run = 0; run < runs; ++run) {
            new_runs.push_back(machine.measure(slowdown, processes));
        }
        count(compare_sides(made_up_side("old", old_runs), made_up_side("new", new_runs)), seen);
    }
    return seen;
}

constexpr int five_percent = repetitions / 20;
constexpr int nine_in_ten = repetitions * 9 / 10;

TEST(compare_stress, interleaved_runs_of_one_build_are_rarely_told_apart) {
    EXPECT_LE(interleaved(20, 1, 14).claimed, five_percent);
    EXPECT_LE(interleaved(12, 1, 3).claimed, five_percent);
}

TEST(compare_stress, interleaved_runs_find_five_percent) {
    const tally seen = interleaved(20, 1.05, 14);
    EXPECT_GE(seen.found, nine_in_ten);
    EXPECT_LE(seen.claimed_other, five_percent);
}

TEST(compare_stress, runs_one_after_the_other_of_one_build_are_rarely_told_apart) {
    for (const bool drifts : {false, true}) {
        for (const int processes : {1, 3}) {
            for (const std::size_t cases : {5U, 40U}) {
                const tally seen = one_after_the_other(1, processes, 1, cases, drifts);
                EXPECT_LE(seen.claimed, five_percent)
                    << cases << " cases, " << processes << " processes, drifts " << drifts;
            }
        }
        EXPECT_LE(one_after_the_other(6, 1, 1, 14, drifts).claimed, five_percent);
    }
}

TEST(compare_stress, a_case_that_takes_half_as_long_again_is_found_even_by_single_runs) {
    EXPECT_GE(one_after_the_other(1, 3, 1.5, 14, false).found, nine_in_ten);
}

} // namespace
} // namespace tollgate::cost_sheet
