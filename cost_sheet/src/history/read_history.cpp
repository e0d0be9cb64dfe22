// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"
#include "history/history.hpp"
#include "history/load_points.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

stats::level_point point_of_pairs(const stats::max_t_row& ratios) {
    std::vector<double> logs;
    for (const std::optional<double>& log : ratios) {
        if (log) {
            logs.push_back(*log);
        }
    }
    return {stats::signed_rank(logs, measure::confidence).estimate,
            stats::standard_deviation(logs) / std::sqrt(static_cast<double>(logs.size()))};
}

/// The runs of a case without an old binary. Quiet rounds are not chosen: another point may have
/// none, and the reference loops tell what the machine did.
stats::level_point point_of_runs(const cases_of_runs& cases) {
    std::vector<double> runs;
    std::vector<double> passes;
    std::vector<double> machine;
    for (const auto& [run, row] : cases) {
        passes = row->cost.logs_of(true);
        runs.push_back(passes.empty() ? std::log(row->cost.estimate_of(true).value)
                                      : stats::mean(passes));
        std::ranges::copy(run->reference_logs, std::back_inserter(machine));
    }
    const std::vector<double>& several = runs.size() > 1 ? runs : passes;
    const auto n = static_cast<double>(std::max<std::size_t>(1, several.size()));
    return {stats::mean(runs), stats::standard_deviation(several) / std::sqrt(n),
            machine.empty() ? 0 : stats::mean(machine)};
}

run_pairs pairs_by_name(const std::array<run_list, 2>& sides) {
    const auto name_of = [](const result_file* run) { return fs::path(run->path).filename(); };
    run_pairs pairs;
    for (const result_file* before : sides[0]) {
        const auto after = std::ranges::find(sides[1], name_of(before), name_of);
        if (after != sides[1].end()) {
            pairs.emplace_back(before, *after);
        }
    }
    // A pair with another speed of the machine on each side tells nothing about the builds.
    std::erase_if(pairs, [](const auto& pair) { return change_of_speed(pair).value_or(0) != 0; });
    return pairs;
}

class reader {
public:
    explicit reader(std::string folder) { read_.folder = std::move(folder); }

    void add(const loaded_point& point) {
        const std::size_t dash = point.name.rfind('-');
        const bool has_label = dash != std::string::npos && dash + 1 < point.name.size();
        read_.points.push_back(
            {point.name, report::printable(has_label ? point.name.substr(dash + 1) : point.name)});
        if (read_.points.size() > 1 && read_.in_pairs != point.in_pairs) {
            throw run::usage_error(fmt::format(
                "--history: {} has {}old/ and new/, unlike {}; give each kind a folder of its own",
                report::printable(point.name), point.in_pairs ? "" : "no ",
                report::printable(read_.points.front().name)));
        }
        read_.in_pairs = point.in_pairs;
        refuse_copies({&point.sides[0], &point.sides[1]});
        comparison found;
        runs_by_program programs = by_program({&point.sides[0], &point.sides[1]}, found);
        read_.failed.clear(); // only those of the newest point are kept
        for (const std::string& path : found.failed_runs) {
            read_.failed.push_back(path + ": a self-check failed, its figures are left out");
        }
        std::ranges::move(found.lost, std::back_inserter(read_.failed));
        for (const side& each : point.sides) {
            read_.all_readable = read_.all_readable && each.unreadable.empty();
        }
        for (auto& [program, runs] : programs) {
            add_program(program, runs);
        }
    }

    [[nodiscard]] history finish() {
        std::set<std::string> lost;
        for (auto& [name, known] : cases_) {
            if (known.shown.values.size() < read_.points.size()) {
                lost.insert(name);
            }
            known.shown.values.resize(read_.points.size());
            read_.cases.push_back(std::move(known.shown));
        }
        if (!lost.empty()) {
            note("not measured here: " + list_of(lost));
        }
        if (!without_loops_.empty()) {
            read_.notes.push_back("no reference loops: a change of the machine would look like one "
                                  "of the cases of " +
                                  list_of(without_loops_));
        }
        return std::move(read_);
    }

private:
    struct known_case {
        history_case shown;
        result_file file; ///< where it was first measured, since it began
        case_row row;
        bool begins = false; ///< its next value cannot be compared with earlier ones
    };

    static std::string list_of(const std::set<std::string>& names) {
        return report::printable(fmt::format("{}", fmt::join(names, ", ")), 400);
    }

    void add_program(const std::string& program, program_runs& runs) {
        refuse_mixture(program, facts_of({runs.sides[0], runs.sides[1]}), "the same point");
        for (std::size_t which = 0; which < runs.sides.size(); ++which) {
            if (!runs.sides[which].empty()) {
                follow_facts(program, which, *runs.sides[which].front());
            }
        }
        const run_pairs pairs = pairs_by_name(runs.sides);
        if (read_.in_pairs && pairs.empty()) {
            note(program + ": no pair of runs at one speed of the machine, left out");
            return;
        }
        std::set<std::string> measured;
        for (auto& [name, row] : runs.rows) {
            if (read_.in_pairs) {
                const stats::max_t_row ratios = begin_row(pairs, row);
                if (std::ranges::any_of(ratios, [](const auto& log) { return log.has_value(); })) {
                    add_value(program, row, point_of_pairs(ratios));
                    measured.insert(name);
                }
            } else if (!row.cases[1].empty()) {
                add_value(program, row, point_of_runs(row.cases[1]));
                measured.insert(name);
            }
        }
        for (auto& [name, known] : cases_) {
            known.shown.missing +=
                known.shown.program == program && !measured.contains(name) ? 1 : 0;
        }
        if (!read_.in_pairs && runs.sides[1].front()->reference_logs.empty()) {
            without_loops_.insert(program);
        }
    }

    void refuse_mixture(const std::string& program, const std::vector<run_fact>& facts,
                        const std::string& before) const {
        for (const run_fact& fact : facts) {
            if (fact.differs && fact.if_different == severity::refusal) {
                throw run::usage_error(fmt::format(
                    "--history: {}: {}: the {} is {}, but {} in {}; such runs cannot be compared",
                    report::printable(read_.points.back().name), report::printable(program),
                    fact.name, values_text(fact.values.back()), values_text(fact.values.front()),
                    before));
            }
        }
    }

    /// Notes the conditions that changed. Another CPU or another old binary has other values.
    void follow_facts(const std::string& program, std::size_t which, const result_file& now) {
        auto& [point, last] = last_[{program, which}];
        if (!point.empty()) {
            const std::vector<run_fact> facts = facts_of({{&last}, {&now}});
            refuse_mixture(program, facts, report::printable(point));
            for (const run_fact& fact : facts) {
                const bool of_cpu = fact.name.starts_with("CPU") || fact.name == "topology";
                const bool of_binary = fact.name == "version" || fact.name == "compiler";
                const bool cuts = of_cpu || (of_binary && which == 0);
                if (!fact.differs || fact.if_different != severity::warning ||
                    fact.name == "date" || (which == 0 && !cuts)) {
                    continue;
                }
                note(fmt::format("{}: the {}{} changed: {}, before {}{}", program,
                                 which == 0 ? "old binary's " : "", fact.name,
                                 values_text(fact.values[1]), values_text(fact.values[0]),
                                 cuts ? "; its cases begin again here" : ""));
                for (auto& [name, known] : cases_) {
                    known.begins = known.begins || (cuts && known.shown.program == program);
                }
            }
        }
        point = read_.points.back().name;
        last = now;
    }

    void add_value(const std::string& program, const row_cases& row, stats::level_point value) {
        const auto& [file, measured] = *row.cases[1].begin();
        auto [at, is_new] = cases_.try_emplace(measured->key().name());
        known_case& known = at->second;
        const auto mismatch = is_new
                                  ? std::string_view()
                                  : first_difference({&known.file, &known.row}, {file, measured});
        if (!mismatch.empty()) {
            note(fmt::format("{}: its {} is not the same; it begins again here", at->first,
                             mismatch));
        }
        if (is_new || !mismatch.empty()) {
            known.shown.key = measured->key();
            known.shown.program = program;
            known.file = *file;
            known.row = *measured;
        }
        value.starts_new = known.begins || !mismatch.empty();
        known.begins = false;
        known.shown.values.resize(read_.points.size());
        known.shown.values.back() = value;
    }

    void note(const std::string& text) {
        read_.notes.push_back(read_.points.back().label + ": " + report::printable(text, 400));
    }

    history read_{};
    std::map<std::string, known_case> cases_;
    /// Of each program and side: the last point, and a run of it.
    std::map<std::pair<std::string, std::size_t>, std::pair<std::string, result_file>> last_;
    std::set<std::string> without_loops_;
};

} // namespace

history read_history(const std::string& folder, const std::optional<std::string>& only) {
    reader all(folder);
    load_points(folder, only, [&](const loaded_point& point) { all.add(point); });
    return all.finish();
}

} // namespace tollgate::cost_sheet
