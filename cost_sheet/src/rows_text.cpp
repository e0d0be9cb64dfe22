// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <set>

namespace tollgate::cost_sheet {
namespace {

std::string unavailable_text(const report::unavailable_case& one) {
    return report::printable(one.key.name()) + ": " + report::printable(one.reason);
}

std::string machine_of(const report::context& about) {
    std::vector<std::string> facts;
    for (const std::string* fact :
         {&about.host_name, &about.cpu_model, &about.topology, &about.kernel, &about.compiler}) {
        if (!fact->empty()) {
            facts.push_back(report::printable(*fact));
        }
    }
    return facts.empty() ? "a machine that the file does not name\n"
                         : fmt::format("{}\n", fmt::join(facts, "; "));
}

/// Each machine once.
std::string machines_text(const results& all) {
    std::set<std::string> known;
    std::string text;
    for (const result_file& file : all.files) {
        const std::string machine = machine_of(file.about);
        text += known.insert(machine).second ? machine : "";
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
    std::string text = fmt::format(
        "{}{}: {}", report::printable(file.label), file.partial() ? " (partial)" : "",
        file.explains ? "one case under interventions" : fmt::format("{} cases", cases));
    if (file.foreign) {
        return text + ", written by Google Benchmark: values only\n";
    }
    text += fmt::format(", {} rounds in {} pass{}, {:.1f} s, clock {}, noise floor {}", file.rounds,
                        file.passes, file.passes == 1 ? "" : "es", file.took_s,
                        clock::to_string(file.clock.source), report::floor_text(file.noise_floor));
    if (file.speed.loops != 0) {
        text += ", the machine quiet for " + report::percent_text(file.speed.fast_share);
    }
    if (disturbed != 0) {
        text += fmt::format(", something taken from {} of {} batches", disturbed, rounds);
    }
    text += "\n";
    std::vector<report::unavailable_case> without = file.unavailable;
    std::erase_if(without, [](const auto& refused) { return refused.failed; });
    if (!without.empty()) {
        text += fmt::format("  {} cases not available, the first: {}\n", without.size(),
                            unavailable_text(without.front()));
    }
    return text;
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
        if (!file.proven()) {
            text +=
                fmt::format("FAILED: a proof of work in {}: its figures are worth nothing\n", path);
            for (const std::string& one : file.failures) {
                text += whole ? "  " + report::printable(one) + "\n" : "";
            }
        }
        if (file.lost_any()) {
            text += fmt::format("FAILED: a runtime in {}: its cases have no figures\n", path);
        }
        for (const report::unavailable_case& one : file.unavailable) {
            text += whole && one.failed ? "  " + unavailable_text(one) + "\n" : "";
        }
    }
    return text;
}

std::string rows_text(const results& all) {
    const std::string verdicts = verdicts_text(all);
    std::string text = failures_text(all, true) + machines_text(all) +
                       (verdicts.empty() ? "" : "\n" + verdicts) + ladder_text(all) + "\n";
    for (std::size_t i = 0; i < all.files.size(); ++i) {
        text += run_text(all, i);
    }
    const std::string environment =
        report::printable_lines(report::environment_text(findings(all), false));
    return text + (environment.empty() ? "" : "\n" + environment);
}

} // namespace tollgate::cost_sheet
