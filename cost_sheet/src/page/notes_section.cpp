// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_text.hpp"
#include "page/embedded.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

namespace tollgate::cost_sheet {
namespace {

std::string item(std::string_view kind, const std::string& html) {
    return fmt::format("<li class={}>{}</li>\n", kind, html);
}

void add_failures(const sheet& all, const ladder& ranked, bounded_text& to) {
    for (const sheet_file& file : all.files) {
        if (file.proven) {
            continue;
        }
        to.add(item("bad", fmt::format("<b>Proof of work failed</b> in {}: none of its figures is "
                                       "worth anything.",
                                       markup(file.label))));
        for (std::size_t i = 0; i < file.failures.size() && i < 10; ++i) {
            to.add(item("bad", markup(file.failures[i], 400)));
        }
    }
    if (!ranked.failed.empty()) {
        to.add(item("bad",
                    fmt::format("{} cases of such runs are not ranked.", ranked.failed.size())));
    }
}

} // namespace

std::string notes_section(const sheet& all, const ladder& ranked,
                          const std::vector<std::string>& left_out, std::size_t most_bytes) {
    bounded_text items(most_bytes);
    add_failures(all, ranked, items);
    for (const std::string& line : all.unreadable) {
        items.add(item("warn", "<b>Not shown:</b> " + markup(line, 400)));
    }
    for (const sheet_file& file : all.files) {
        if (file.partial) {
            items.add(item("warn",
                           fmt::format("<b>Partial:</b> {} was interrupted.", markup(file.label))));
        }
    }
    for (const std::string& line : all.warnings) {
        items.add(item("warn", markup(line, 400)));
    }
    std::string html = items.str();
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

} // namespace tollgate::cost_sheet
