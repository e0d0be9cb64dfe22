// SPDX-License-Identifier: BSL-1.0
// The machine's effects on the figures, and the conditions of each file.
#include "page/sections.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

/// A verdict, merged from all files that have it.
struct finding {
    const environment::verdict* verdict = nullptr;
    std::vector<std::string> found{}; ///< each once
    std::vector<std::string> files{}; ///< their labels
    std::string measured{};           ///< its part of a case's cost, as markup
};

std::string measured_text(const environment::verdict& verdict) {
    return verdict.measured_ns == 0 || !std::isfinite(verdict.measured_ns)
               ? std::string()
               : fmt::format("<p><b>{}</b> of <code>{}</code> here</p>",
                             report::time_text(verdict.measured_ns), markup(verdict.measured_of));
}

std::vector<finding> findings_of(const results& all) {
    const auto same_as = [](const environment::verdict& verdict) {
        return std::tie(verdict.name, verdict.state, verdict.why, verdict.fix, verdict.undo);
    };
    std::map<decltype(same_as({})), std::size_t> known;
    std::vector<finding> findings;
    for (const result_file& file : all.files) {
        for (const environment::verdict& verdict : file.environment) {
            const auto [at, is_new] = known.try_emplace(same_as(verdict), findings.size());
            if (is_new) {
                findings.push_back({&verdict});
            }
            finding& merged = findings[at->second];
            merged.measured += measured_text(verdict);
            merged.files.push_back(file.label);
            if (std::ranges::count(merged.found, verdict.found) == 0) {
                merged.found.push_back(verdict.found);
            }
        }
    }
    return findings;
}

std::string joined_lines(const std::vector<std::string>& lines, std::string_view separator = "<br>",
                         std::size_t most = 40) {
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
        shown.push_back(markup(lines[i]));
    }
    return fmt::format("{}{}", fmt::join(shown, separator),
                       lines.size() <= most ? "" : fmt::format(" … {} more", lines.size() - most));
}

/// A row of the table of findings: the property, its state, what was found, and what helps. Without
/// `is_alone` it names its files, because other files have other findings.
std::string row_of(const finding& shown, bool is_alone) {
    const environment::verdict& verdict = *shown.verdict;
    const auto command = [](const char* term, const std::string& text) {
        return text.empty() ? std::string()
                            : fmt::format("<p>{} <code>{}</code></p>", term, markup(text, 1000));
    };
    const std::string why = verdict.why.empty() ? "" : "<p>" + markup(verdict.why) + "</p>";
    return table_row(
        {markup(verdict.name),
         fmt::format("<span class=\"state {0}\">{0}</span>", to_string(verdict.state)),
         "<p>" + joined_lines(shown.found, "; ", 4) +
             (is_alone ? "" : " <small>" + joined_lines(shown.files, ", ", 8) + "</small>") +
             "</p>" + shown.measured,
         why + command("fix:", verdict.fix) + command("undo:", verdict.undo)});
}

/// A term and its description, which is markup, for a `<dl>`; empty without a description.
std::string entry(std::string_view term, const std::string& html) {
    return html.empty() ? html : fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, html);
}

std::string clock_text(const measure::calibration& clock) {
    return fmt::format("{}, a reading costs {} (p99 {}), resolution {}",
                       clock::to_string(clock.source), report::time_text(clock.reading_ns_p50),
                       report::time_text(clock.reading_ns_p99),
                       report::time_text(clock.resolution_ns));
}

/// Entries that foreign files do not have.
std::string own_entries(const result_file& file) {
    const std::string passes =
        file.passes > 1 ? fmt::format(" in {} passes", file.passes) : std::string();
    const std::string quiet =
        file.speed.loops != 0 && std::isfinite(file.speed.fast_share)
            ? report::percent_text(file.speed.fast_share) + " of the reference loops"
            : "";
    const bool took = std::isfinite(file.took_s) && file.took_s > 0;
    return entry("noise floor", report::largest_floor_text(file.noise_floor)) +
           entry("clock", std::isfinite(file.clock.reading_ns_p50) ? clock_text(file.clock) : "") +
           entry("rounds", file.rounds == 0 ? "" : fmt::format("{}{}", file.rounds, passes)) +
           entry("machine quiet", quiet) +
           entry("took", took ? fmt::format("{:.1f} s", file.took_s) : "") +
           entry("failed self-checks", joined_lines(file.failures));
}

std::string file_html(const result_file& file) {
    const report::context& about = file.about;
    std::vector<std::string> unavailable;
    for (const report::unavailable_case& refused : file.unavailable) {
        unavailable.push_back(refused.text());
    }
    const std::string state = std::string(file.self_checks_held() ? "" : ", self-check failed") +
                              (file.partial() ? ", partial" : "") +
                              (file.foreign ? ", of another program" : "");
    return fmt::format("<details class=file><summary>{} <small>{}{}</small></summary>\n"
                       "<dl class=pairs>\n",
                       markup(file.label), markup(about.date), state) +
           entry("file", markup(file.path)) +
           entry("program", markup(about.program + " " + about.version)) +
           entry("machine", markup(about.host_name)) + entry("CPU", markup(about.cpu_model)) +
           entry("topology", markup(about.topology)) +
           entry("usable CPUs", about.cpus > 0 ? fmt::format("{}", about.cpus) : "") +
           entry("kernel", markup(about.kernel)) + entry("compiler", markup(about.compiler)) +
           entry("build", about.release_build ? "release" : "debug: not for conclusions") +
           entry("command line", markup(about.executable) + (about.arguments.empty() ? "" : " ") +
                                     joined_lines(about.arguments, " ")) +
           (file.foreign ? "" : own_entries(file)) +
           entry("not available", joined_lines(unavailable)) +
           entry("notes", joined_lines(file.notes)) + "</dl></details>\n";
}

} // namespace

std::string environment_section(const results& all, std::size_t most_bytes) {
    using environment::condition;
    const std::vector<finding> findings = findings_of(all);
    bounded_pieces rows(most_bytes);
    std::size_t bad = 0;
    bool has_fix = false;
    std::map<std::string_view, int> times;
    for (const finding& each : findings) {
        ++times[each.verdict->name];
        has_fix = has_fix || !each.verdict->fix.empty();
    }
    for (const condition state : {condition::bad, condition::unknown, condition::ok}) {
        for (const finding& each : findings) {
            if (each.verdict->state == state) {
                rows.add(row_of(each, times[each.verdict->name] == 1));
                bad += state == condition::bad ? 1 : 0;
            }
        }
    }
    return fold("environment", "What disturbs here",
                count_of(bad, "problem") + (has_fix ? ", and what helps" : ""),
                findings.empty()
                    ? ""
                    : "<p class=lead>Properties of the machine that change these figures. Commands "
                      "are for a root shell; undo restores the former state.</p>\n" +
                          table({"property", "state", "found here", "its effect, and what helps"},
                                rows.html()) +
                          rows.left_out("properties"));
}

std::string files_section(const results& all, std::size_t most_bytes) {
    bounded_pieces cards(most_bytes);
    for (const result_file& file : all.files) {
        cards.add(file_html(file));
    }
    return fold("conditions", "Conditions of each file",
                count_of(all.files.size(), "file") + ": versions, command lines, clock",
                cards.html() + cards.left_out("files"));
}

} // namespace tollgate::cost_sheet
