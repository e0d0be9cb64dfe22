// SPDX-License-Identifier: BSL-1.0
// The top of the page: the heading, the notes, and the screen.
#include "command.hpp"
#include "comparable.hpp"
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

/// The files of one machine, and their days.
struct machine {
    const report::context* about;
    std::set<std::string> days;
    std::size_t files;
};

std::vector<machine> machines_of(const results& all) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    std::vector<machine> machines;
    for (const result_file& file : all.files) {
        const report::context& about = file.about;
        const auto [at, is_new] =
            known.try_emplace({about.host_name, about.cpu_model, about.kernel}, machines.size());
        if (is_new) {
            machines.push_back({&about, {}, 0});
        }
        machines[at->second].days.insert(about.date.substr(0, 10));
        ++machines[at->second].files;
    }
    return machines;
}

/// "vm · AMD EPYC · 2 CPUs · Linux 6.1 · 2026-07-01"; the conditions have more.
std::string line_of(const machine& shown) {
    const report::context& about = *shown.about;
    const auto day_of = [](const std::string& date) { // CSS keeps it in one line
        return date.empty() ? date : "<time>" + markup(date) + "</time>";
    };
    std::vector<std::string> facts{
        "<b>" + markup(about.host_name.empty() ? "a machine without name" : about.host_name, 40) +
            "</b>",
        markup(about.cpu_model, 60),
        about.cpus > 0 ? count_of(static_cast<std::size_t>(about.cpus), "CPU") : "",
        markup(about.kernel, 60),
        day_of(*shown.days.begin()) +
            (shown.days.size() == 1 ? "" : " to " + day_of(*shown.days.rbegin()))};
    std::erase(facts, "");
    return fmt::format("{}", fmt::join(facts, " · "));
}

std::string item(std::string_view kind, const std::string& html) {
    return fmt::format("<li class={}>{}</li>\n", kind, html);
}

/// The cells of the figures. A text in place of the figures spans their columns.
std::string figures_of(const screen_line& line) {
    const std::string cost = cost_cell(line);
    if (!has_figure(line)) {
        return fmt::format("<td colspan=3 class=none>{}</td>", markup(cost, 80));
    }
    const auto if_number = [](const std::optional<double>& value, const std::string& text) {
        return value && std::isfinite(*value) ? markup(text) : std::string();
    };
    // "33.0 ns ± 0.6 %", with the part behind the figure in small letters
    const std::size_t uncertainty = cost.find(" ± ");
    const std::string small = uncertainty == std::string::npos
                                  ? ""
                                  : " <small>" + markup(cost.substr(uncertainty + 1)) + "</small>";
    return fmt::format(
        "<td{}>{}{}</td><td class=p99>{}</td><td>{}</td>",
        line.ratio && *line.ratio <= 1 ? " class=least" : "", markup(cost.substr(0, uncertainty)),
        small, if_number(line.p99_ns, report::time_text(line.p99_ns.value_or(0))),
        line.not_resolved ? markup(ratio_cell(line)) : if_number(line.ratio, ratio_cell(line)));
}

/// `places` are the cases on the page.
std::string line_html(const screen_line& line, const std::set<std::size_t>& places) {
    std::string label = markup(line.label, 60);
    if (line.case_index && places.contains(*line.case_index)) {
        label = fmt::format("<a href=\"#c{}\">{}</a>", *line.case_index, label);
    }
    return fmt::format("<tr><th scope=row>{}</th>{}<td class=run><code>{}</code></td></tr>\n",
                       label, figures_of(line),
                       markup(fmt::format("./{} --only {}", line.program, shell_word(line.only))));
}

std::string section_html(const screen_section& section, const std::set<std::size_t>& places) {
    std::string html = fmt::format(
        "<div class=choice>\n<div class=ways>\n<h3 id=use-{1}>{0}</h3>\n"
        "<table aria-labelledby=use-{1}><colgroup><col><col class=cost><col class=p99>"
        "<col class=times><col class=run></colgroup>\n<thead><tr><td></td><th scope=col>cost</th>"
        "<th scope=col class=p99>p99</th>"
        "<th scope=col title=\"multiple of the cheapest way to do the same; =: no significant "
        "difference\">×</th>"
        "<th scope=col class=run>command</th></tr></thead>\n<tbody>\n",
        markup(section.title), markup(boost::replace_all_copy(section.title, " ", "-")));
    for (const screen_line& line : section.lines) {
        html += line_html(line, places);
    }
    html += "</tbody></table>\n</div>\n";
    for (const std::string& sentence : section.sentences) {
        html += fmt::format("<p class=said>{}</p>\n", markup(sentence, 400));
    }
    return html + "</div>\n";
}

} // namespace

std::string heading(const results& all) {
    const std::vector<machine> machines = machines_of(all);
    const std::size_t explained = all.explained().size();
    std::vector<std::string> counts;
    if (!all.cases.empty() || explained == 0) {
        counts.push_back(count_of(all.cases.size(), "case"));
    }
    if (explained != 0) {
        counts.push_back(count_of(explained, "explained case"));
    }
    const std::string lead =
        fmt::format("{} from {}", fmt::join(counts, " and "), count_of(all.files.size(), "file"));
    std::string html = "<header>\n<h1>What concurrency costs</h1>\n"
                       "<button id=theme type=button hidden>Dark</button>\n";
    if (machines.size() == 1) { // it is named in the line itself
        return html + fmt::format("<p class=lead>{} · {}</p>\n</header>\n",
                                  line_of(machines.front()), lead);
    }
    constexpr std::size_t most = 12;
    html += fmt::format("<p class=lead>{}, measured on {}.</p>\n<ul class=machines>\n", lead,
                        count_of(machines.size(), "machine"));
    for (std::size_t i = 0; i < std::min(most, machines.size()); ++i) {
        html += fmt::format("<li>{} · {}</li>\n", line_of(machines[i]),
                            count_of(machines[i].files, "file"));
    }
    if (machines.size() > most) {
        html += fmt::format("<li>and {} more machines</li>\n", machines.size() - most);
    }
    return html + "</ul>\n</header>\n";
}

std::string notes_section(const results& all, const ranking& ranked,
                          const std::vector<std::string>& left_out, std::size_t most_bytes) {
    bounded_pieces items(most_bytes);
    std::istringstream failures(failures_text(all, true));
    for (std::string line; std::getline(failures, line);) {
        items.add(item("bad", markup(line, 400)));
    }
    if (ranked.failed != 0) {
        items.add(item("bad", fmt::format("{} cases of such runs are not ranked.", ranked.failed)));
    }
    for (const std::string& line : all.unreadable) {
        items.add(item("warn", "<b>Not shown:</b> " + markup(line, 400)));
    }
    for (const result_file& file : all.files) {
        if (file.partial()) {
            items.add(item("warn",
                           fmt::format("<b>Partial:</b> {} was interrupted.", markup(file.label))));
        }
    }
    if (const std::string mixture = mixture_text(all); !mixture.empty()) {
        items.add(item("warn", markup(mixture, 400)));
    }
    for (const std::string& line : all.warnings) {
        items.add(item("warn", markup(line, 400)));
    }
    std::string html = items.html();
    if (items.left_out() != 0) {
        html += item("warn", fmt::format("and {} more notes", items.left_out()));
    }
    for (const std::string& line : left_out) {
        html += item("plain", markup(line, 400));
    }
    if (page_charts().text.empty()) {
        html += item("plain", "Without charts: the program was built without Chart.js.");
    }
    return html.empty() ? html
                        : "<section id=notes aria-label=Notes>\n<ul class=notes>\n" + html +
                              "</ul>\n</section>\n";
}

std::string first_screen(const screen& shown, const std::vector<shown_group>& groups) {
    if (shown.sections.empty()) {
        return {};
    }
    std::set<std::size_t> places;
    for (const shown_group& group : groups) {
        for (const shown_case& shown_row : group.cases) {
            places.insert(shown_row.case_index);
        }
    }
    std::string html = "<section id=screen>\n<h2>What to use here, and what it costs</h2>\n"
                       "<div class=choices>\n";
    for (const screen_section& section : shown.sections) {
        html += section_html(section, places);
    }
    html += "</div>\n";
    if (!shown.environment.empty()) {
        html += "<ul class=about>\n";
        for (const std::string& line : shown.environment) {
            html += fmt::format("<li><a href=\"#environment\">{}</a></li>\n", markup(line, 400));
        }
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
