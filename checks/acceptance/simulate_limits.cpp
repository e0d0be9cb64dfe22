// SPDX-License-Identifier: BSL-1.0
// Measures how often a machine gets a wrong verdict of ./costSheet --limits. It simulates the runs
// of machines whose figures are known, and calls the function that judges real runs.
// `checks/acceptance/compare limits` builds and runs it:
//
//   simulate_limits [MACHINES]
//
// A machine that is exactly at the limit must be called met or broken in at most 5 % of all cases.
// The other columns show how often a machine that is 20 % better or worse gets a verdict.
// The exit code is 1 if more than 5 % are wrong, give or take three standard errors.
#include "limits/limits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

using namespace tollgate;

/// Scatters are standard deviations of logarithms.
struct world {
    const char* name;
    bool of_p99 = false;
    int runs = 1;
    int samples = 0; ///< of a pass
    double between_passes = 0.03;
    double between_runs = 0;
    bool heavy = false; ///< passes scatter by Student's t with three degrees of freedom
};

constexpr double level_ns = 1000;
constexpr double samples_scatter = 0.5;
constexpr double z99 = 2.326348;

/// With these scatters, the true figure over all runs and passes. The mean of a lognormal variable
/// is above its median; the logarithms of all samples together are normal.
double truth_ns(const world& in) {
    const double levels = std::hypot(in.between_passes, in.between_runs);
    return in.of_p99 ? level_ns * std::exp(z99 * std::hypot(levels, samples_scatter))
                     : level_ns * std::exp(levels * levels / 2);
}

class machine {
public:
    machine(std::uint64_t seed, const world& simulated) : random_(seed), world_(simulated) {}

    cost_sheet::results runs() {
        cost_sheet::results all;
        for (int i = 0; i < world_.runs; ++i) {
            cost_sheet::result_file& file = all.files.emplace_back();
            file.about.release_build = true;
            cost_sheet::case_row row;
            static_cast<measure::case_result&>(row) = run();
            row.file = all.files.size() - 1;
            all.cases.push_back(std::move(row));
        }
        return all;
    }

private:
    measure::case_result run() {
        const double of_run = world_.between_runs * normal_(random_);
        measure::case_record all;
        for (std::uint64_t pass = 0; pass < 9; ++pass) {
            const double shock =
                world_.heavy ? student_(random_) / std::sqrt(3.0) : normal_(random_);
            const double ns = level_ns * std::exp(of_run + world_.between_passes * shock);
            measure::case_record next;
            next.key = measure::case_key("simulated");
            measure::case_round round;
            round.process = round.round = pass;
            round.operations = 1000;
            round.value_ns = ns;
            round.fit = {0.1, ns}; // the overhead of a sample is small and known
            next.rounds = {round};
            for (int i = 0; i < world_.samples; ++i) {
                next.samples.add(static_cast<std::int64_t>(
                    std::round(ns * std::exp(samples_scatter * normal_(random_)))));
            }
            if (pass == 0) {
                all = next;
            } else {
                measure::add_pass(all, next);
            }
        }
        return measure::conclude({all}, {}).front();
    }

    std::mt19937_64 random_;
    std::normal_distribution<> normal_;
    std::student_t_distribution<> student_{3};
    world world_;
};

/// The per cent of machines that get this verdict with a limit that is `times` the true figure.
double per_cent(const world& in, int machines, double times,
                std::initializer_list<cost_sheet::limit_state> verdicts) {
    const auto& figures = cost_sheet::limited_figures();
    const cost_sheet::limit asked{"simulated", figures.at(in.of_p99 ? 3 : 0), times * truth_ns(in),
                                  "", ""};
    int count = 0;
    for (int i = 0; i < machines; ++i) {
        const auto runs = machine(static_cast<std::uint64_t>(i), in).runs();
        count += std::ranges::count(verdicts, cost_sheet::judge({asked}, runs).front().state) > 0;
    }
    return 100.0 * count / machines;
}

} // namespace

int main(int argc, char** argv) {
    const int machines = argc > 1 ? std::atoi(argv[1]) : 1000;
    const world worlds[] = {
        {"cost, one run, passes scatter by 3 %"},
        {"cost, one run, passes scatter by 15 %", false, 1, 0, 0.15},
        {"cost, one run, heavy tails", false, 1, 0, 0.05, 0, true},
        {"cost, 2 runs that scatter by 5 %", false, 2, 0, 0.03, 0.05},
        {"cost, 5 runs that scatter by 5 %", false, 5, 0, 0.03, 0.05},
        {"p99, one run, 1,350 samples", true, 1, 150, 0.03},
        {"p99, one run, 1,350 samples, passes scatter by 20 %", true, 1, 150, 0.2},
        {"p99, one run, 9,000 samples, passes scatter by 20 %", true, 1, 1000, 0.2},
        {"p99, one run, 18,000 samples, passes scatter by 10 %", true, 1, 2000, 0.1},
        {"p99, 5 runs that scatter by 10 %", true, 5, 300, 0.05, 0.1},
    };
    using enum cost_sheet::limit_state;
    bool held = true;
    std::printf("%-54s %14s %16s %17s\n", "", "wrong at limit", "met, 20 % better",
                "broken, 20 % worse");
    for (const world& each : worlds) {
        const double wrong = per_cent(each, machines, 1, {met, broken});
        const bool promise = wrong <= 5 + 300 * std::sqrt(0.05 * 0.95 / machines);
        held = held && promise;
        std::printf("%-54s %12.1f %% %14.1f %% %15.1f %%%s\n", each.name, wrong,
                    per_cent(each, machines, 1 / 0.8, {met}),
                    per_cent(each, machines, 1 / 1.2, {broken}), promise ? "" : "   BROKEN");
        std::fflush(stdout);
    }
    return held ? 0 : 1;
}
