// SPDX-License-Identifier: BSL-1.0
// Measures how often comparisons of simulated runs claim a difference that does not exist, and how
// often they find one that does. It calls the same function as ./costSheet --compare.
// `checks/acceptance/compare simulated` builds and runs it:
//
//   simulate_comparisons [REPETITIONS]
//
// Rows scatter from run to run by 2 %. A world may have two speeds, 1.6 times apart, which change
// within every fifth pair; rows of very different scatter; heavy tails; two layouts for each row.
#include "compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using tollgate::cost_sheet::case_row;
using tollgate::cost_sheet::comparison;
using tollgate::cost_sheet::difference;
using tollgate::cost_sheet::result_file;
using tollgate::cost_sheet::side;

struct world {
    const char* name;
    bool two_speeds = false;
    bool unequal = false;
    bool heavy = false;
    bool layouts = false;
};

struct experiment {
    std::size_t rows = 96;
    std::size_t pairs = 0;  ///< 0: one file on each side
    std::size_t passes = 1; ///< in each file
    double first = 1;       ///< time of the first row in new, relative to old
    double all = 1;         ///< time of all rows in new, relative to old
    double speed = 1;       ///< time of all rows and reference loops in new, relative to old
};

constexpr double scatter = 0.02;
constexpr std::size_t reference_passes = 8;

class machine {
public:
    machine(std::uint64_t seed, const world& simulated, std::size_t rows)
        : random_(seed), world_(simulated) {
        for (std::size_t row = 0; row < rows; ++row) {
            scatters_.push_back(scatter * (world_.unequal ? std::exp(normal_(random_)) : 1));
        }
    }

    /// The machine's speed at a moment.
    double speed() { return world_.two_speeds && random_() % 2 == 0 ? 1.6 : 1; }
    /// Whether the speed may change within the next pair.
    bool straddles() { return world_.two_speeds && random_() % 5 == 0; }

    void add_run(const experiment& wanted, bool is_new, double speed, int minute, side& to) {
        result_file file;
        file.about.program = "simulated";
        char date[32];
        std::snprintf(date, sizeof date, "2026-01-01T%02d:%02d:00Z", minute / 60, minute % 60);
        file.about.date = date;
        file.path = std::to_string(minute / 10); // the name of its pair
        for (std::size_t pass = 0; pass < reference_passes; ++pass) {
            file.reference_logs.push_back(std::log(1000 * speed) + 0.003 * normal_(random_));
        }
        for (std::size_t row = 0; row < scatters_.size(); ++row) {
            double level = 100 * speed * (is_new ? wanted.all : 1);
            level *= is_new && row == 0 ? wanted.first : 1;
            to.cases.push_back(case_of(level, scatters_[row], wanted.passes));
            to.cases.back().file = to.files.size();
            to.cases.back().record.key = std::to_string(1000 + row);
        }
        to.files.push_back(std::move(file));
    }

private:
    double noise() { return world_.heavy ? student_(random_) / std::sqrt(3.0) : normal_(random_); }

    /// If a file has several passes, files scatter half as much as the passes of a file.
    case_row case_of(double level, double deviation, std::size_t passes) {
        case_row row;
        const double file = passes > 1 ? deviation / 2 * noise() : 0;
        double sum = 0;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            const double layout = world_.layouts && random_() % 2 == 0 ? 0.03 : 0;
            const double log_ns = std::log(level) + file + layout + deviation * noise();
            row.cost.passes.push_back({pass, log_ns});
            sum += log_ns;
        }
        row.cost.ns.value = std::exp(sum / static_cast<double>(passes));
        return row;
    }

    std::mt19937_64 random_;
    std::normal_distribution<> normal_;
    std::student_t_distribution<> student_{3};
    world world_;
    std::vector<double> scatters_;
};

comparison compared(std::uint64_t seed, const world& simulated, const experiment& wanted) {
    machine runner(seed, simulated, wanted.rows);
    side before;
    side after;
    for (std::size_t pair = 0; pair < std::max<std::size_t>(1, wanted.pairs); ++pair) {
        const double old_speed = runner.speed();
        const bool changes = wanted.pairs == 0 || runner.straddles();
        const double new_speed = changes ? runner.speed() : old_speed;
        const int minute = 10 * static_cast<int>(pair);
        runner.add_run(wanted, false, old_speed, minute, before);
        runner.add_run(wanted, true, new_speed * wanted.speed, minute + 5, after);
    }
    return compare_sides(before, after);
}

/// Numbers of repetitions, and the smallest visible difference, summed over them.
struct tally {
    int any = 0;    ///< with a wrong claim about a row
    int first = 0;  ///< in which the first row is slower
    int common = 0; ///< in which all rows of pairs moved together
    int none = 0;   ///< without a verdict, because the machine changed its speed
    double visible = 0;
};

void count(const comparison& result, const experiment& wanted, tally& to) {
    bool any = false;
    for (const difference& row : result.rows) {
        const bool slower = row.says == difference::verdict::slower;
        const bool claimed = slower || row.says == difference::verdict::faster;
        const bool first = row.name == "1000" && wanted.first != 1;
        any = any || (claimed && !first && wanted.all == 1);
        to.first += row.name == "1000" && slower ? 1 : 0;
        to.visible += row.visible().value_or(1) / static_cast<double>(result.rows.size());
    }
    to.any += any ? 1 : 0;
    for (const auto& movement : result.movements) {
        to.common += movement.program.empty() && !movement.logs.contains(0) ? 1 : 0;
    }
    to.none += result.no_verdict.empty() ? 0 : 1;
}

void simulate(const char* title, const world& simulated, const experiment& wanted,
              int repetitions) {
    tally counts;
    for (int i = 0; i < repetitions; ++i) {
        count(compared(static_cast<std::uint64_t>(1000 + i), simulated, wanted), wanted, counts);
    }
    const double per_cent = 100.0 / repetitions;
    std::printf("%-34s %-12s %4zu rows %3zu pairs %2zu passes: wrong %5.1f %%, first %5.1f %%, "
                "common %5.1f %%, no verdict %5.1f %%, visible %4.1f %%\n",
                title, simulated.name, wanted.rows, wanted.pairs, wanted.passes,
                counts.any * per_cent, counts.first * per_cent, counts.common * per_cent,
                counts.none * per_cent, counts.visible * per_cent);
    std::fflush(stdout);
}

/// Whether the comparison finds the first of 100 rows, which became 5 % slower, in nine repetitions
/// of ten, if its runs scatter by `deviation`.
bool finds(std::size_t pairs, double deviation, int repetitions) {
    // Each row is judged by its own scatter, so the change is scaled instead of the scatter.
    const experiment wanted{100, pairs, 1, std::exp(std::log(1.05) * scatter / deviation)};
    tally counts;
    for (int i = 0; i < repetitions; ++i) {
        count(compared(static_cast<std::uint64_t>(1000 + i), {"plain"}, wanted), wanted, counts);
    }
    return 10 * counts.first >= 9 * repetitions;
}

void scatter_that_shows_five_percent(int repetitions) {
    std::printf(
        "the largest scatter of runs at which + 5 %% in one of 100 rows is found nine times "
        "in ten:\n");
    for (const std::size_t pairs : {6U, 8U, 10U, 12U, 16U, 20U, 30U, 60U, 120U}) {
        double low = 0.001;
        double high = 0.2;
        for (int step = 0; step < 10; ++step) {
            const double middle = std::sqrt(low * high);
            (finds(pairs, middle, repetitions) ? low : high) = middle;
        }
        std::printf("  %3zu pairs: %.2f %%\n", pairs, 100 * low);
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv) {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 400;
    scatter_that_shows_five_percent(std::max(1, repetitions / 4));
    const std::vector<world> worlds{{"plain"},
                                    {"two speeds", true},
                                    {"unequal", false, true},
                                    {"heavy tails", false, false, true},
                                    {"layouts", false, false, false, true}};
    for (const world& like : worlds) {
        for (const std::size_t pairs : {6U, 8U, 12U, 20U}) {
            simulate("in pairs, nothing changed", like, {96, pairs}, repetitions);
            simulate("in pairs, first row + 5 %", like, {96, pairs, 1, 1.05}, repetitions);
        }
        simulate("in pairs, all rows + 10 %", like, {96, 20, 1, 1, 1.1}, repetitions);
        for (const std::size_t rows : {1U, 3U, 10U, 96U}) {
            simulate("apart, nothing changed", like, {rows, 0, 8}, repetitions);
        }
        simulate("apart, first row + 10 %", like, {96, 0, 8, 1.1}, repetitions);
        simulate("apart, all rows + 10 %", like, {96, 0, 8, 1, 1.1}, repetitions);
        simulate("apart, machine + 10 %", like, {96, 0, 8, 1, 1, 1.1}, repetitions);
    }
}
