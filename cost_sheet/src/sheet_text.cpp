// SPDX-License-Identifier: BSL-1.0
#include "sheet_text.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

std::string machine_of(const sheet_file& file) {
    const report::context& about = file.about;
    std::string text;
    for (const std::string* one :
         {&about.host_name, &about.cpu_model, &about.topology, &about.kernel, &about.compiler}) {
        if (!one->empty()) {
            text += (text.empty() ? "" : "; ") + report::printable(*one);
        }
    }
    return text.empty() ? "a machine that the file does not name" : text;
}

/// Each machine once, and what was measured there.
std::string machines_text(const sheet& all) {
    std::vector<std::pair<std::string, std::vector<const sheet_file*>>> machines;
    for (const sheet_file& file : all.files) {
        const std::string machine = machine_of(file);
        auto found = std::find_if(machines.begin(), machines.end(),
                                  [&](const auto& one) { return one.first == machine; });
        if (found == machines.end()) {
            found = machines.insert(machines.end(), {machine, {}});
        }
        found->second.push_back(&file);
    }
    std::string text;
    for (const auto& [machine, files] : machines) {
        text += machine + "\n";
    }
    return text;
}

std::string failed_run_line(const sheet_file& file) {
    return fmt::format("FAILED: a proof of work in {}: its figures are worth nothing\n",
                       report::printable(file.path, 45));
}

/// Nothing if none failed.
std::string lost_guests_line(const sheet_file& file) {
    return file.lost_any() ? fmt::format("FAILED: a guest in {}: its cases have no figures\n",
                                         report::printable(file.path, 45))
                           : std::string();
}

std::string failures_text(const sheet& all) {
    std::string text;
    for (const sheet_file& file : all.files) {
        if (!file.proven) {
            text += failed_run_line(file);
            for (const std::string& one : file.failures) {
                text += "  " + report::printable(one) + "\n";
            }
        }
        text += lost_guests_line(file);
        for (const report::unavailable_case& one : file.unavailable) {
            if (one.failed) {
                text += "  " + report::printable(one.key.name()) + ": " +
                        report::printable(one.reason) + "\n";
            }
        }
    }
    return text;
}

std::string run_text(const sheet& all, std::size_t index) {
    const sheet_file& file = all.files[index];
    std::uint64_t rounds = 0;
    std::uint64_t disturbed = 0;
    std::size_t cases = 0;
    for (const sheet_case& one : all.cases) {
        if (one.file == index) {
            ++cases;
            rounds += one.rounds;
            disturbed += one.disturbed_rounds;
        }
    }
    std::string text = fmt::format(
        "{}{}: {}", report::printable(file.label), file.partial ? " (partial)" : "",
        file.explains ? "one case under interventions" : fmt::format("{} cases", cases));
    if (file.foreign) {
        return text + ", written by Google Benchmark: values only\n";
    }
    text += fmt::format(", {} rounds in {} pass{}, {:.1f} s, clock {}, noise floor {}", file.rounds,
                        file.passes, file.passes == 1 ? "" : "es", file.took_s,
                        clock::to_string(file.clock.source),
                        file.noise_floor ? report::percent_text(*file.noise_floor) : "not known");
    if (file.fast_share) {
        text += fmt::format(", the machine quiet for {}", report::percent_text(*file.fast_share));
    }
    if (disturbed != 0) {
        text += fmt::format(", something taken from {} of {} batches", disturbed, rounds);
    }
    text += "\n";
    std::vector<report::unavailable_case> without = file.unavailable;
    std::erase_if(without, [](const auto& one) { return one.failed; });
    if (!without.empty()) {
        text += fmt::format("  {} cases not available, the first: {}: {}\n", without.size(),
                            report::printable(without.front().key.name()),
                            report::printable(without.front().reason));
    }
    return text;
}

/// The verdicts of all files, each once.
std::vector<environment::verdict> findings(const sheet& all) {
    std::vector<environment::verdict> found;
    for (const sheet_file& file : all.files) {
        for (const environment::verdict& one : file.environment) {
            const environment::verdict shown{report::printable(one.name),
                                             one.state,
                                             report::printable(one.found),
                                             report::printable(one.why),
                                             report::printable(one.fix),
                                             report::printable(one.undo),
                                             one.measured_ns,
                                             report::printable(one.measured_of)};
            const bool known = std::any_of(found.begin(), found.end(), [&](const auto& other) {
                return other.name == shown.name && other.state == shown.state;
            });
            if (!known) {
                found.push_back(shown);
            }
        }
    }
    return found;
}

} // namespace

std::string explanations_text(const sheet& all) {
    std::string text;
    for (const sheet_file* file : all.explained()) {
        text += (text.empty() ? "" : "\n") +
                report::printable_lines(report::explanation_text(*file->explained));
    }
    return text;
}

std::string failed_runs_text(const sheet& all) {
    std::string text;
    for (const sheet_file& file : all.files) {
        if (!file.proven) {
            text += failed_run_line(file);
        }
        text += lost_guests_line(file);
    }
    return text;
}

std::string sheet_text(const sheet& all) {
    const std::string explanations = explanations_text(all);
    std::string text = failures_text(all) + machines_text(all) +
                       (explanations.empty() ? "" : "\n" + explanations) + ladder_text(all) + "\n";
    for (std::size_t i = 0; i < all.files.size(); ++i) {
        text += run_text(all, i);
    }
    const std::string environment = report::environment_text(findings(all), false);
    return text + (environment.empty() ? "" : "\n" + environment);
}

} // namespace tollgate::cost_sheet
