// SPDX-License-Identifier: BSL-1.0
// Measures how often a history of 200 simulated commits, which is judged after each commit, has an
// alarm although nothing changed, and how often a step of 5 % is found within ten commits. It calls
// the same function as ./costSheet --history. `checks/acceptance/compare histories` builds and runs
// it:
//
//   simulate_histories [REPETITIONS]
//
// Forty cases. A point is six pairs of runs, or one run without an old binary. Besides, each build
// has an effect of its own: half as much as a point scatters.
#include "history/history.hpp"

#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using namespace tollgate;

struct world {
    const char* name;
    std::size_t pairs = 6; ///< 0: one run, whose machine drifts
    double scatter = 0.02; ///< of runs
    bool heavy = false;    ///< Student's t with three degrees of freedom
    double bad_points = 0; ///< a share of the points of a case, eight deviations away
    bool unequal = false;  ///< cases scatter by very different amounts
    double alike = 0;      ///< the correlation of neighbouring points
    double slow = 0;       ///< the share of the variance that has a correlation of 0.7
};

constexpr std::size_t cases = 40;
constexpr std::size_t commits = 200;
constexpr std::size_t soon = 10;

class machine {
public:
    machine(std::uint64_t seed, const world& simulated) : random_(seed), world_(simulated) {}

    std::size_t below(std::size_t end) { return random_() % end; }

    /// The first case is slower by `step` from the commit `at` on.
    cost_sheet::history history(double step, std::size_t at) {
        cost_sheet::history made;
        std::vector<double> speed(commits);
        double drift = 0;
        for (double& each : speed) {
            drift = 0.8 * drift + 0.6 * normal_(random_);
            each = world_.pairs == 0 ? 0.05 * drift : 0;
        }
        for (std::size_t i = 0; i < commits; ++i) {
            made.points.push_back({std::to_string(i), std::to_string(i)});
        }
        for (std::size_t row = 0; row < cases; ++row) {
            const double scatter =
                world_.scatter * (world_.unequal && row > 0 ? std::exp(normal_(random_)) : 1);
            made.cases.push_back({std::to_string(row), "simulated"});
            made.cases.back().values = series(scatter, speed, row % 2 == 0);
            for (std::size_t i = at; row == 0 && i < commits; ++i) {
                made.cases.back().values[i]->value += step;
            }
        }
        return made;
    }

private:
    double noise() { return world_.heavy ? student_(random_) / std::sqrt(3.0) : normal_(random_); }

    stats::level_series series(double scatter, const std::vector<double>& speed, bool follows) {
        const auto pairs = static_cast<double>(world_.pairs);
        const double of_point = scatter * (world_.pairs == 0 ? 1 : std::sqrt(2 / pairs));
        double lasting = normal_(random_);
        double slow = normal_(random_);
        stats::level_series all;
        for (const double machine : speed) {
            lasting = world_.alike * lasting +
                      std::sqrt(1 - world_.alike * world_.alike) * normal_(random_);
            slow = 0.7 * slow + std::sqrt(1 - 0.49) * normal_(random_);
            // Lasting effects take the place of those of the pairs.
            const double share = world_.alike > 0 ? 1 : world_.slow;
            stats::level_point point = measured(scatter * std::sqrt(1 - share));
            point.value += of_point * std::sqrt(share) * (world_.alike > 0 ? lasting : slow);
            point.value += of_point / 2 * normal_(random_);
            if (std::uniform_real_distribution<>()(random_) < world_.bad_points) {
                point.value += (random_() % 2 == 0 ? 8 : -8) * of_point;
            }
            point.value += follows ? machine : 0;
            point.machine = world_.pairs == 0 ? machine + 0.002 * normal_(random_) : 0;
            all.emplace_back(point);
        }
        return all;
    }

    stats::level_point measured(double scatter) {
        if (world_.pairs == 0) {
            return {scatter * noise(), scatter / 2};
        }
        std::vector<double> ratios(world_.pairs);
        double squares = 0;
        for (double& each : ratios) {
            each = scatter * (noise() - noise());
            squares += each * each;
        }
        const auto n = static_cast<double>(world_.pairs);
        return {stats::signed_rank(ratios, 0.95).estimate, std::sqrt(squares / n / (n - 1))};
    }

    std::mt19937_64 random_;
    std::normal_distribution<> normal_;
    std::student_t_distribution<> student_{3};
    world world_;
};

struct tally {
    int with_alarm = 0; ///< histories without a change that have an alarm
    int alarms = 0;
    int found = 0;    ///< steps of 5 % that are found within ten commits
    int later = 0;    ///< the same, at commits from the 30th on
    int of_later = 0; ///< histories with such a step
    int in_place = 0; ///< found steps whose printed places contain theirs
};

void simulate(const world& simulated, int repetitions) {
    const double step = std::log(1.05);
    tally counts;
    for (int i = 0; i < repetitions; ++i) {
        machine runner(static_cast<std::uint64_t>(1000 + i), simulated);
        const auto quiet = cost_sheet::judge(runner.history(0, 0), 0.05);
        counts.alarms += static_cast<int>(quiet.changes.size());
        counts.with_alarm += quiet.changes.empty() ? 0 : 1;
        const std::size_t at = 3 + runner.below(commits - soon - 3);
        const auto changed = cost_sheet::judge(runner.history(step, at), 0.05);
        for (const auto& each : changed.cases.front().changes) {
            if (each.found_at >= at && each.found_at < at + soon) {
                ++counts.found;
                counts.later += at >= 30 ? 1 : 0;
                counts.in_place += each.earliest <= at && at <= each.latest ? 1 : 0;
                break;
            }
        }
        counts.of_later += at >= 30 ? 1 : 0;
    }
    const double per_cent = 100.0 / repetitions;
    std::printf("%-46s any alarm %5.1f %%, alarms in 100 histories %6.1f; + 5 %% found %5.1f %%, "
                "from the 30th commit on %5.1f %%, its place in the printed ones %5.1f %%\n",
                simulated.name, counts.with_alarm * per_cent, counts.alarms * per_cent,
                counts.found * per_cent, 100.0 * counts.later / std::max(1, counts.of_later),
                100.0 * counts.in_place / std::max(1, counts.found));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 400;
    for (const world& like :
         {world{"6 pairs, runs scatter by 1 %", 6, 0.01}, world{"6 pairs, 2 %", 6, 0.02},
          world{"6 pairs, 3 %", 6, 0.03}, world{"12 pairs, 3 %", 12, 0.03},
          world{"6 pairs, 2 %, heavy tails", 6, 0.02, true},
          world{"6 pairs, 2 %, one point in 33 is bad", 6, 0.02, false, 0.03},
          world{"6 pairs, unequal, about 2 %", 6, 0.02, false, 0, true},
          world{"6 pairs, 2 %, neighbours alike by 0.3", 6, 0.02, false, 0, false, 0.3},
          world{"6 pairs, 2 %, neighbours alike by 0.5", 6, 0.02, false, 0, false, 0.5},
          world{"6 pairs, 2 %, half of the scatter drifts", 6, 0.02, false, 0, false, 0, 0.5},
          world{"1 run, 1 %, machine by 5 %", 0, 0.01},
          world{"1 run, 2 %, machine by 5 %, heavy tails", 0, 0.02, true}}) {
        simulate(like, repetitions);
    }
}
