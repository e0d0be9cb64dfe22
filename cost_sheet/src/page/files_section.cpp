// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_text.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

/// A term and what is said of it, which is markup already; nothing if that is empty.
std::string entry(std::string_view term, const std::string& description) {
    return description.empty() ? std::string()
                               : fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, description);
}

std::string joined(const std::vector<std::string>& lines, std::string_view separator) {
    constexpr std::size_t most = 40;
    std::string all;
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
        all += (i == 0 ? "" : std::string(separator)) + markup(lines[i]);
    }
    return lines.size() <= most ? all : fmt::format("{} … {} more", all, lines.size() - most);
}

std::string number_or_nothing(double value, std::string_view unit) {
    return std::isfinite(value) && value > 0 ? fmt::format("{:.1f} {}", value, unit)
                                             : std::string();
}

std::string clock_of(const measure::calibration& clock) {
    return fmt::format("{}, a reading costs {} ns (p99 {}), resolution {} ns",
                       clock::to_string(clock.source), ns_figure(clock.reading_ns_p50),
                       ns_figure(clock.reading_ns_p99), ns_figure(clock.resolution_ns));
}

std::string rounds_of(const sheet_file& file) {
    if (file.rounds == 0) {
        return {};
    }
    return fmt::format("{}{}", file.rounds,
                       file.passes > 1 ? fmt::format(" in {} passes", file.passes) : "");
}

std::string unavailable_of(const sheet_file& file) {
    std::vector<std::string> lines;
    for (const report::unavailable_case& one : file.unavailable) {
        lines.push_back(one.key.name() + ": " + one.reason);
    }
    return joined(lines, "<br>");
}

/// What only our own files say.
std::string own_entries(const sheet_file& file) {
    const bool known = file.noise_floor && std::isfinite(*file.noise_floor);
    return entry("noise floor",
                 known ? report::percent_text(*file.noise_floor) : std::string("not known")) +
           entry("clock", clock_of(file.clock)) + entry("rounds", rounds_of(file)) +
           entry("machine quiet",
                 file.fast_share && std::isfinite(*file.fast_share)
                     ? report::percent_text(*file.fast_share) + " of the reference loops"
                     : "") +
           entry("took", number_or_nothing(file.took_s, "s")) +
           entry("failed proofs", joined(file.failures, "<br>")) +
           entry("not available", unavailable_of(file)) +
           entry("notes", joined(file.notes, "<br>"));
}

std::string loads_of(const report::context& about) {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, about.load_average.size()); ++i) {
        if (std::isfinite(about.load_average[i])) {
            text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", about.load_average[i]);
        }
    }
    return text;
}

std::string flags_of(const sheet_file& file) {
    return std::string(file.proven ? "" : " <span class=\"flag bad\">proof failed</span>") +
           (file.partial ? " <span class=\"flag warn\">partial</span>" : "") +
           (file.foreign ? " <span class=flag>another program's</span>" : "");
}

std::string card(const sheet_file& file) {
    const report::context& about = file.about;
    return fmt::format("<details class=file><summary><span>{}</span>{}<i>{}</i></summary>\n<dl>\n",
                       markup(file.label), flags_of(file), markup(about.date)) +
           entry("file", markup(file.path)) +
           entry("program", markup(about.program + " " + about.version)) +
           entry("explains", file.explained ? markup(file.explained->of.name()) : std::string()) +
           entry("machine", markup(about.host_name)) + entry("CPU", markup(about.cpu_model)) +
           entry("topology", markup(about.topology)) +
           entry("CPUs to use", about.cpus > 0 ? fmt::format("{}", about.cpus) : "") +
           entry("kernel", markup(about.kernel)) + entry("compiler", markup(about.compiler)) +
           entry("build", about.release_build ? "release" : "debug: not for conclusions") +
           entry("command line", markup(about.executable) + (about.arguments.empty() ? "" : " ") +
                                     joined(about.arguments, " ")) +
           entry("load", loads_of(about)) + (file.foreign ? "" : own_entries(file)) +
           "</dl></details>\n";
}

} // namespace

std::string files_section(const sheet& all, std::size_t most_bytes) {
    if (all.files.empty()) {
        return {};
    }
    bounded_text cards(most_bytes);
    for (const sheet_file& file : all.files) {
        cards.add(card(file));
    }
    std::string html = "<section id=conditions>\n<h2>Conditions</h2>\n<p>Under which each file's "
                       "figures hold.</p>\n" +
                       cards.str();
    if (cards.left_out() != 0) {
        html +=
            fmt::format("<p class=cut>{} more files are left out, to keep the page small.</p>\n",
                        cards.left_out());
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
