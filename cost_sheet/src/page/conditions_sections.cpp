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
    std::string measured{}; ///< its part of a case's cost, as markup; empty if not measured
};

std::string measured_text(const environment::verdict& verdict) {
    return verdict.measured_ns == 0 || !std::isfinite(verdict.measured_ns)
               ? std::string()
               : fmt::format("<p><b>{}</b> of <code>{}</code> here</p>",
                             duration_text(verdict.measured_ns), markup(verdict.measured_of));
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

/// A term and its description, which is markup, for a `<dl>`; empty without a description.
std::string entry(std::string_view term, const std::string& html) {
    return html.empty() ? html : fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, html);
}

std::string verdict_card(const finding& shown) {
    const environment::verdict& verdict = *shown.verdict;
    const auto command = [](const char* term, const std::string& text) {
        return entry(term,
                     text.empty() ? "" : "<code class=command>" + markup(text, 1000) + "</code>");
    };
    const std::string commands = command("fix", verdict.fix) + command("undo", verdict.undo);
    return fmt::format(
        "<article class=\"verdict {0}\"><h4><span class=state>{0}</span> {1}</h4><p>{2}</p>{3}{4}"
        "{5}</article>\n",
        to_string(verdict.state), markup(verdict.name), joined_lines(shown.found, "; ", 4),
        shown.measured, verdict.why.empty() ? "" : "<p class=why>" + markup(verdict.why) + "</p>",
        commands.empty() ? "" : "<dl>" + commands + "</dl>");
}

/// The findings in this state, each as `html_of` makes it.
std::string pieces_of(const std::vector<finding>& findings, environment::condition state,
                      std::size_t most_bytes, std::string (*html_of)(const finding&)) {
    bounded_pieces pieces(most_bytes);
    for (const finding& each : findings) {
        if (each.verdict->state == state) {
            pieces.add(html_of(each));
        }
    }
    return pieces.finish("", "", "").html;
}

std::string clock_text(const measure::calibration& clock) {
    return fmt::format("{}, a reading costs {} ns (p99 {}), resolution {} ns",
                       clock::to_string(clock.source), ns_figure(clock.reading_ns_p50),
                       ns_figure(clock.reading_ns_p99), ns_figure(clock.resolution_ns));
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
    return entry("noise floor", report::floor_text(file.noise_floor)) +
           entry("clock", clock_text(file.clock)) +
           entry("rounds", file.rounds == 0 ? "" : fmt::format("{}{}", file.rounds, passes)) +
           entry("machine quiet", quiet) +
           entry("took", took ? fmt::format("{:.1f} s", file.took_s) : "") +
           entry("failed self-checks", joined_lines(file.failures));
}

std::string file_card(const result_file& file) {
    const report::context& about = file.about;
    std::vector<std::string> unavailable;
    for (const report::unavailable_case& refused : file.unavailable) {
        unavailable.push_back(refused.text());
    }
    const std::string flags =
        std::string(
            file.self_checks_held() ? "" : " <span class=\"flag bad\">self-check failed</span>") +
        (file.partial() ? " <span class=\"flag warn\">partial</span>" : "") +
        (file.foreign ? " <span class=flag>another program's</span>" : "");
    return fmt::format("<details class=file><summary><span>{}</span>{}<i>{}</i></summary>\n<dl>\n",
                       markup(file.label), flags, markup(about.date)) +
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
    if (findings.empty()) {
        return {};
    }
    const auto row = [](const finding& each) {
        return table_row({markup(each.verdict->name), joined_lines(each.found, "; ", 4)});
    };
    const std::string in_order = pieces_of(findings, condition::ok, most_bytes / 5, row);
    return "<section id=environment>\n<h2>Environment</h2>\n<p>Properties of the machine that "
           "change these figures. Commands are for a root shell; <em>undo</em> restores the former "
           "state.</p>\n<div class=verdicts>\n" +
           pieces_of(findings, condition::bad, most_bytes / 2, verdict_card) +
           pieces_of(findings, condition::unknown, most_bytes / 4, verdict_card) + "</div>\n" +
           (in_order.empty()
                ? ""
                : "<details class=table><summary>In order</summary>" +
                      table("words", {"property", "found"}, in_order) + "</details>\n") +
           "</section>\n";
}

std::string files_section(const results& all, std::size_t most_bytes) {
    bounded_pieces cards(most_bytes);
    for (const result_file& file : all.files) {
        cards.add(file_card(file));
    }
    return cards
        .finish("<section id=conditions>\n<h2>Conditions</h2>\n<p>The conditions of each file's "
                "figures.</p>\n",
                "files")
        .html;
}

} // namespace tollgate::cost_sheet
