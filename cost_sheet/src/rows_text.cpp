// SPDX-License-Identifier: BSL-1.0
// Texts about runs: all rows with the conditions of the runs, and the sentence of a run.
#include "command.hpp"
#include "ranking.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace tollgate::cost_sheet {
namespace {

/// Each machine once.
std::string machines_text(const results& all) {
    std::set<std::string> machines;
    std::string text;
    for (const result_file& file : all.files) {
        const report::context& about = file.about;
        std::vector<std::string> facts{about.host_name, about.cpu_model, about.topology,
                                       about.kernel, about.compiler};
        std::erase(facts, "");
        std::ranges::transform(facts, facts.begin(),
                               [](const std::string& fact) { return report::printable(fact); });
        const std::string machine = facts.empty() ? "a machine that the file does not name"
                                                  : fmt::format("{}", fmt::join(facts, "; "));
        text += machines.insert(machine).second ? machine + "\n" : "";
    }
    return text;
}

std::string run_text(const results& all, std::size_t index) {
    const result_file& file = all.files[index];
    std::uint64_t rounds = 0;
    std::uint64_t disturbed = 0;
    std::size_t cases = 0;
    for (const case_row& row : all.cases) {
        if (row.file == index) {
            ++cases;
            rounds += row.summary.rounds;
            disturbed += row.summary.disturbed_rounds;
        }
    }
    std::string text =
        fmt::format("{}{}: {}", report::printable(file.label), file.partial() ? " (partial)" : "",
                    file.explains ? "one case under interventions" : count_of(cases, "case"));
    text += file.foreign
                ? ", written by Google Benchmark: values only"
                : fmt::format(", {} rounds in {} pass{}, {:.1f} s, clock {}, noise floor {}",
                              file.rounds, file.passes, file.passes == 1 ? "" : "es", file.took_s,
                              clock::to_string(file.clock.source),
                              report::largest_floor_text(file.noise_floor));
    if (file.speed.loops != 0) {
        text += ", the machine quiet for " + report::percent_text(file.speed.fast_share);
    }
    if (disturbed != 0) {
        text += fmt::format(", lost time in {} of {} batches", disturbed, rounds);
    }
    text += "\n";
    std::vector<report::unavailable_case> without = file.unavailable;
    std::erase_if(without, [](const auto& refused) { return refused.failed; });
    if (!without.empty()) {
        text +=
            fmt::format("  not available: {}, the first: {}\n", count_of(without.size(), "case"),
                        report::printable(without.front().text(), 400));
    }
    return text;
}

/// The command as it can be typed again, without its output files and --turns.
std::string command_of(const report::context& about) {
    std::string command = "./" + about.program;
    for (std::size_t i = 0; i < about.arguments.size(); ++i) {
        const std::string& word = about.arguments[i];
        const std::string option = word.substr(0, word.find('='));
        constexpr std::array left_out{"--json", "--json-ci", "--csv", "--bmf", "--turns"};
        if (std::ranges::count(left_out, option) != 0) {
            i += option == word ? 1 : 0;
        } else if (word != "--no-progress") {
            command += " " + shell_word(word);
        }
    }
    return command;
}

/// The verdicts of all files, each once.
std::vector<environment::verdict> findings(const results& all) {
    std::set<std::pair<std::string, environment::condition>> known;
    std::vector<environment::verdict> found;
    for (const result_file& file : all.files) {
        for (const environment::verdict& verdict : file.environment) {
            if (known.emplace(verdict.name, verdict.state).second) {
                found.push_back(verdict);
            }
        }
    }
    return found;
}

} // namespace

std::string verdicts_text(const results& all) {
    std::string text;
    for (const result_file* file : all.explained()) {
        text += (text.empty() ? "" : "\n") +
                report::printable_lines(report::explanation_text(*file->explanation));
    }
    return text;
}

std::string failures_text(const results& all, bool whole) {
    std::string text;
    for (const result_file& file : all.files) {
        const std::string path = report::printable(file.path, 45);
        if (!file.self_checks_held()) {
            text +=
                fmt::format("FAILED: a self-check in {}: its figures are worth nothing\n", path);
            for (const std::string& failure : file.failures) {
                text += whole ? "  " + report::printable(failure) + "\n" : "";
            }
        }
        if (file.lost_any()) {
            text += fmt::format("FAILED: a runtime in {}: its cases have no figures\n", path);
        }
        for (const report::unavailable_case& refused : file.unavailable) {
            text +=
                whole && refused.failed ? "  " + report::printable(refused.text(), 400) + "\n" : "";
        }
    }
    return text;
}

std::string rows_text(const results& all, std::size_t columns) {
    const std::string disturbing = verdicts_text(all);
    std::string text = failures_text(all, true) + machines_text(all) +
                       (disturbing.empty() ? "" : "\n" + disturbing) + ranking_text(all, columns) +
                       "\n";
    for (std::size_t i = 0; i < all.files.size(); ++i) {
        text += run_text(all, i);
    }
    const std::string environment =
        report::printable_lines(report::environment_text(findings(all), false));
    return report::fitted(text + (environment.empty() ? "" : "\n" + environment), columns);
}

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:,=%@+";
    return !text.empty() && text.find_first_not_of(plain) == std::string::npos
               ? text
               : "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

std::string run_sentence(const report::result& run) {
    const report::context& about = run.about;
    std::vector<std::string> facts{about.cpu_model, about.topology, about.kernel, about.compiler};
    for (const environment::verdict& finding : run.environment) {
        if (finding.name == "hypervisor" && finding.state == environment::condition::bad) {
            facts.insert(facts.begin() + 1, "virtual machine");
        } else if (finding.name == "boost version" || finding.name == "boost fiber") {
            facts.push_back((finding.name == "boost fiber" ? "Boost.Fiber: " : "Boost ") +
                            finding.found);
        }
    }
    facts.push_back("tollgate " + about.version);
    std::erase(facts, "");
    constexpr std::size_t day = 10; // 2026-11-26
    const auto floor = measure::largest_floor(run.noise_floors());
    return fmt::format("{}Measured by `{}` on {}: {}. {} rounds in {:.1f} s, {} passes, clock {}, "
                       "noise floor {}.{}\n",
                       run.self_checks_held() ? "" : "A self-check FAILED. ", command_of(about),
                       about.date.substr(0, day), fmt::join(facts, "; "), run.rounds, run.took_s,
                       run.passes, clock::to_string(run.clock.source),
                       report::largest_floor_text(floor),
                       run.partial() ? " It was interrupted." : "");
}

} // namespace tollgate::cost_sheet
