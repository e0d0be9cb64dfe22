// SPDX-License-Identifier: BSL-1.0
// How far the figures can be trusted: what the environment says, what each CPU lost, and how many
// figures are unsure.
#include "screen/screen.hpp"

#include "comparable.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using grade = run_quality::grade;

constexpr std::size_t reason_columns = 98;

/// The conditions that change while a run measures. Others, such as a hypervisor, are properties of
/// the machine whose costs are measured.
constexpr std::array<std::string_view, 9> disturbing{"load",         "pressure",     "steal",
                                                     "cgroup quota", "throttling",   "governor",
                                                     "power",        "clock source", "counter"};

bool disturbs(const environment::verdict& verdict) {
    return verdict.state == environment::condition::bad &&
           std::ranges::count(disturbing, verdict.name) != 0;
}

/// Interleaved programs are load for each other, so a load counts only if it was there before the
/// first of them.
bool may_be_load_of_others(const results& all, const result_file& file, std::string_view name) {
    return (name == "load" || name == "pressure") &&
           std::ranges::any_of(all.files, [&](const result_file& other) {
               return ran_interleaved(other, file) &&
                      std::ranges::any_of(other.environment, [&](const auto& each) {
                          return each.name == name && each.state == environment::condition::ok;
                      });
           });
}

/// The bad verdicts that disturb, each name once, in the order of the table above.
std::vector<environment::verdict> disturbances_of(const results& all) {
    std::vector<environment::verdict> found;
    for (const std::string_view name : disturbing) {
        for (const result_file& file : all.files) {
            const auto bad = std::ranges::find_if(file.environment, [&](const auto& each) {
                return each.name == name && disturbs(each);
            });
            if (bad != file.environment.end() && !may_be_load_of_others(all, file, name)) {
                found.push_back(*bad);
                break;
            }
        }
    }
    return found;
}

std::string phrase_of(const environment::verdict& verdict) {
    const std::string found = report::printable(verdict.found, 60);
    return verdict.name == "load"       ? "load " + found
           : verdict.name == "pressure" ? "CPU pressure " + found
                                        : verdict.name + ": " + found;
}

/// The files with this property: "partial, interrupted: testFiber", "…: all programs".
template <class Property>
std::string labels_of(const results& all, std::string_view begin, Property has) {
    std::string text;
    std::size_t count = 0;
    std::size_t others = 0;
    for (const result_file& file : all.files) {
        others += file.explains || has(file) ? 0 : 1;
        if (!file.explains && has(file) && ++count <= 3) {
            text +=
                (count == 1 ? std::string(begin) + ": " : ", ") + report::printable(file.label, 20);
        }
    }
    return count > 3 && others == 0 ? std::string(begin) + ": all programs"
           : count > 3              ? fmt::format("{} and {} more", text, count - 3)
                                    : text;
}

std::vector<report::lost_time> lost_times_of(const results& all) {
    const auto file =
        std::ranges::find_if(all.files, [](const auto& each) { return !each.lost_times.empty(); });
    return file == all.files.end() || !file->self_checks_held() ? std::vector<report::lost_time>{}
                                                                : file->lost_times;
}

constexpr double much_lost = 0.05;
constexpr double some_lost = 0.01;

double most_lost(const results& all) {
    double most = 0;
    for (const report::lost_time& cpu : lost_times_of(all)) {
        most = std::max(most, cpu.share.value);
    }
    return most;
}

/// "This VM: good", "host or other work took 0.20 % of CPU 0, 0.10 % of CPU 1"
std::vector<std::string> machine_phrases(const results& all) {
    const bool vm = is_virtual(all);
    const std::vector<report::lost_time> lost = lost_times_of(all);
    if (lost.empty()) {
        return {vm ? "This VM: the host can pause it" : ""};
    }
    std::string shares = report::lost_range_text(lost) + " of each CPU";
    if (lost.size() <= 2) {
        shares.clear();
        for (const report::lost_time& cpu : lost) {
            shares += fmt::format("{}{} of CPU {}", shares.empty() ? "" : ", ",
                                  report::share_text(cpu.share.value), cpu.cpu);
        }
    }
    const double most = most_lost(all);
    return {fmt::format("This {}: {}", vm ? "VM" : "machine",
                        most > much_lost   ? "bad"
                        : most > some_lost ? "usable"
                                           : "good"),
            fmt::format("{}other work took {}", vm ? "host or " : "", shares)};
}

/// The facts about the runs and the machine that belong into the reasons, the most important first.
std::vector<std::string> facts_about(const results& all,
                                     const std::vector<environment::verdict>& disturbances) {
    std::vector<std::string> facts{
        labels_of(all, "partial, interrupted", [](const auto& file) { return file.partial(); }),
        labels_of(all, "a debug build",
                  [](const auto& file) { return !file.foreign && !file.about.release_build; }),
        labels_of(
            all, "too few passes for intervals",
            [](const auto& file) { return !file.foreign && file.passes < measure::fewest_passes; }),
        labels_of(all, "a self-check failed",
                  [](const auto& file) { return !file.self_checks_held(); }),
        labels_of(all, "unusual arguments", [](const auto& file) {
            return !file.foreign && !arguments_that_matter(file.about.arguments).empty();
        })};
    std::string differing;
    for (const run_fact& fact : mixed_facts(all)) {
        differing += (differing.empty() ? "files of different runs: " : ", ") + fact.name;
    }
    facts.push_back(differing);
    for (const std::string& phrase : machine_phrases(all)) {
        facts.push_back(phrase);
    }
    for (const environment::verdict& each : disturbances) {
        facts.push_back(phrase_of(each));
    }
    std::erase(facts, "");
    return facts;
}

/// The phrases that fit into a line, and how many do not.
std::string line_of_phrases(const std::vector<std::string>& phrases) {
    constexpr std::string_view others = "; 99 more";
    std::string line;
    std::size_t left_out = 0;
    for (const std::string& phrase : phrases) {
        const std::string longer = line.empty() ? phrase : fmt::format("{}; {}", line, phrase);
        const bool is_last = &phrase == &phrases.back() && left_out == 0;
        if (report::width_of(longer) + (is_last ? 0 : others.size()) <= reason_columns) {
            line = longer;
        } else if (line.empty()) {
            line = report::printable(longer, reason_columns - others.size() - 1);
        } else {
            ++left_out;
        }
    }
    return left_out == 0 ? line : fmt::format("{}; {} more", line, left_out);
}

/// The steps that improve the figures; empty if none is known.
std::string help_text(const results& all, const std::vector<environment::verdict>& disturbances,
                      grade how_good) {
    constexpr std::size_t short_command = 50;
    std::string fix;
    std::string other_work = most_lost(all) <= some_lost ? ""
                             : is_virtual(all) ? "stop other work (if none runs: it is the host)"
                                               : "stop other work";
    for (const environment::verdict& each : disturbances) {
        other_work =
            each.name == "load" || each.name == "pressure" ? "stop other work" : other_work;
        fix = fix.empty() ? each.fix : fix;
    }
    fix = report::printable(fix);
    if (report::width_of(fix) > short_command) {
        fix = "see ./testFiber --environment";
    }
    std::vector<std::string> steps{other_work, fix, how_good != grade::good ? longer_run(all) : ""};
    std::erase(steps, "");
    return steps.empty() ? ""
                         : report::printable(fmt::format("Better: {}", fmt::join(steps, ", then ")),
                                             reason_columns - 1);
}

/// How many costs are how precise.
struct precision {
    std::size_t costs = 0;
    std::size_t unsure = 0; ///< not sure to 10 %
    std::size_t rough = 0;  ///< of these, not sure to 50 % either
};

precision precision_of(const std::vector<screen_line>& lines) {
    precision found;
    for (const screen_line& line : lines) {
        if (line.case_index && !line.label.empty()) {
            ++found.costs;
            found.unsure += report::is_sure(line.cost.ns) ? 0 : 1;
            found.rough += report::is_known_to(line.cost.ns, report::rough_share) ? 0 : 1;
        }
    }
    return found;
}

grade grade_of(const results& all, const precision& costs,
               const std::vector<environment::verdict>& disturbances) {
    const double lost = most_lost(all);
    const bool unusable = std::ranges::any_of(all.files, [](const result_file& file) {
        return !file.explains && (file.partial() || !file.self_checks_held() ||
                                  (!file.foreign && (!file.about.release_build ||
                                                     file.passes < measure::fewest_passes)));
    });
    if (unusable || 4 * costs.rough > costs.costs || lost > much_lost) {
        return grade::poor;
    }
    const bool good = 10 * costs.unsure <= costs.costs && lost <= some_lost &&
                      disturbances.empty() && mixed_facts(all).empty();
    return good ? grade::good : grade::fair;
}

std::string count_text(grade how_good, const precision& costs) {
    if (costs.unsure == 0) {
        return fmt::format("Sure to 10 %: {0} of {0} costs", costs.costs);
    }
    const std::string rough =
        costs.rough == 0 ? "" : fmt::format(", {} of them > 50 % (?\?)", costs.rough);
    return fmt::format("Trust {}: {} of {} costs may be off > 10 % (?){}",
                       how_good == grade::poor   ? "only magnitudes"
                       : how_good == grade::fair ? "big differences"
                                                 : "the others",
                       costs.unsure, costs.costs, rough);
}

} // namespace

std::string_view to_string(run_quality::grade how_good) {
    constexpr std::array<std::string_view, 3> words{"GOOD", "FAIR", "POOR"};
    return words.at(static_cast<std::size_t>(how_good));
}

std::string longer_run(const results& all) {
    constexpr double usual_s = 60;
    constexpr double longest_s = 20'000; // of a run
    double budget_s = 0;
    for (const result_file& file : all.files) {
        budget_s = std::max(budget_s, std::min(file.budget_s, longest_s));
    }
    if (all.files.size() == 1 && all.files.front().foreign) {
        return "a longer run";
    }
    const double longer_s = budget_s < usual_s / 2 ? usual_s : 4 * budget_s;
    return all.files.size() == 1
               ? fmt::format("./{} --time {:.0f}",
                             report::printable(all.files.front().about.program, 20), longer_s)
               : fmt::format("make run TIME={:.0f}", longer_s);
}

run_quality quality_of(const results& all, const std::vector<screen_line>& lines) {
    const precision costs = precision_of(lines);
    const std::vector<environment::verdict> disturbances = disturbances_of(all);
    run_quality quality{grade_of(all, costs, disturbances), {}};
    quality.reasons.push_back(count_text(quality.how_good, costs));
    if (const auto facts = facts_about(all, disturbances); !facts.empty()) {
        quality.reasons.push_back(line_of_phrases(facts));
    }
    if (const std::string help = help_text(all, disturbances, quality.how_good); !help.empty()) {
        quality.reasons.push_back(help);
    }
    return quality;
}

} // namespace tollgate::cost_sheet
