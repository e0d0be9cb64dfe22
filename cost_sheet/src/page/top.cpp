// SPDX-License-Identifier: BSL-1.0
// The top of the page: the machine, the notes, the quality, and the first view.
#include "comparable.hpp"
#include "page/sections.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace tollgate::cost_sheet {
namespace {

/// "alpha, AMD EPYC, 2 CPUs, Linux 6.1", as far as it is known.
std::string machine_of(const report::context& about) {
    std::vector<std::string> facts{
        about.host_name, about.cpu_model,
        about.cpus > 0 ? count_of(static_cast<std::size_t>(about.cpus), "CPU") : "", about.kernel};
    std::erase(facts, "");
    return facts.empty() ? "a machine without a name" : fmt::format("{}", fmt::join(facts, ", "));
}

std::string item(std::string_view kind, const std::string& html) {
    return fmt::format("<li class={}>{}</li>\n", kind, html);
}

std::string quality_html(const run_quality& quality) {
    const std::string word(to_string(quality.how_good));
    std::string html =
        fmt::format("<section id=quality class={} aria-label=Quality>\n<h2><span>Quality of this "
                    "run</span> <b>{}</b></h2>\n<ul>\n",
                    boost::to_lower_copy(word), word);
    for (const std::string& reason : quality.reasons) {
        html += "<li>" + markup(reason, 400) + "</li>\n";
    }
    return html + "</ul>\n</section>\n";
}

std::string advice_html(const std::vector<recommendation>& all) {
    std::string html;
    for (const recommendation& each : all) {
        html +=
            fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", each.decided ? "" : " class=open",
                        markup(each.task), markup(each.advice));
    }
    return html.empty() ? html
                        : "<section id=advice>\n<h2>What to use here</h2>\n<dl>\n" + html +
                              "</dl>\n</section>\n";
}

} // namespace

std::string heading(const results& all, const screen& shown) {
    std::set<std::string> machines;
    std::set<std::string> days;
    for (const result_file& file : all.files) {
        machines.insert(machine_of(file.about));
        days.insert(file.about.date.substr(0, 10));
    }
    days.erase("");
    std::string machine = !shown.machine.empty() ? shown.machine : *machines.begin();
    if (machines.size() > 1) {
        machine = count_of(machines.size(), "machine") + ", the conditions name them";
    }
    std::vector<std::string> facts{machine, days.empty() ? "" : *days.begin()};
    facts[1] += days.size() < 2 ? "" : " to " + *days.rbegin();
    const std::size_t explained = all.explained().size();
    facts.push_back(explained == 0 ? "" : count_of(explained, "explained case"));
    facts.push_back(all.cases.empty() && explained != 0 ? "" : count_of(all.cases.size(), "case"));
    facts.push_back(count_of(all.files.size(), "file"));
    std::erase(facts, "");
    return "<header>\n<h1>What concurrency costs here</h1>\n<p>" +
           markup(fmt::format("{}", fmt::join(facts, " · ")), 400) + "</p>\n</header>\n";
}

std::string notes(const results& all, const ranking& ranked,
                  const std::vector<std::string>& left_out, std::size_t most_bytes) {
    bounded_pieces bad(most_bytes / 2);
    std::istringstream failures(failures_text(all, true));
    for (std::string line; std::getline(failures, line);) {
        bad.add(item("bad", markup(line, 400)));
    }
    if (ranked.failed != 0) {
        bad.add(item("bad", fmt::format("{} cases of such runs are not shown.", ranked.failed)));
    }
    std::vector<std::string> lines;
    for (const std::string& line : all.unreadable) {
        lines.push_back("Not shown: " + line);
    }
    for (const result_file& file : all.files) {
        if (file.partial()) {
            lines.push_back("Partial, it was interrupted: " + file.label);
        }
    }
    lines.push_back(mixture_text(all));
    std::ranges::copy(all.warnings, std::back_inserter(lines));
    std::ranges::copy(left_out, std::back_inserter(lines));
    std::erase(lines, "");
    bounded_pieces items(most_bytes / 2);
    for (const std::string& line : lines) {
        items.add(item("warn", markup(line, 400)));
    }
    const auto list = [](const bounded_pieces& pieces, std::string_view noun) {
        const std::string& html = pieces.html();
        return html.empty() ? html
                            : "<ul class=notes>\n" + html + "</ul>\n" + pieces.left_out(noun);
    };
    constexpr std::size_t many = 3;
    const std::string rest = list(items, "notes");
    return list(bad, "failures") +
           (lines.size() <= many ? rest
                                 : fmt::format("<details class=notes><summary>{} about these files"
                                               "</summary>\n{}</details>\n",
                                               count_of(lines.size(), "note"), rest));
}

std::string marks_html() {
    return fmt::format(
        "<p class=marks>cost: all rounds; ?, ~: may "
        "be off by > 10 %, ?\?: > 50 %; =: not clearly > 1. No p99: {}, {}, {}</p>\n",
        explained(no_p99::difference), explained(no_p99::few_samples), explained(no_p99::loop));
}

std::string first_view(const screen& shown, const std::vector<figure_table>& tables) {
    if (tables.empty()) {
        return {};
    }
    std::size_t height = 0; // in rows, a title counts as two
    for (const figure_table& table : tables) {
        height += table.rows.size() + 2;
    }
    std::string columns;
    std::size_t used = 0;
    bool second = false;
    for (const figure_table& table : tables) {
        used += table.rows.size() + 2;
        if (!second && !columns.empty() && 2 * used > height + table.rows.size()) {
            columns += "</div>\n<div>";
            second = true;
        }
        columns += table.html();
    }
    return quality_html(shown.quality) + advice_html(shown.recommendations) +
           "<section id=figures>\n<div class=top><h2>What it costs</h2><p class=legend></p></div>\n"
           "<div class=columns>\n<div>" +
           columns + "</div>\n</div>\n" + marks_html() + "</section>\n";
}

} // namespace tollgate::cost_sheet
