// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_text.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

/// The same verdict in several files is said once, with what was found in each.
struct finding {
    const environment::verdict* what = nullptr;
    std::vector<std::pair<std::string, std::string>> found; ///< what, and in which file
    std::string measured; ///< its part of the cost of a case, as markup; empty if not measured
};

std::string measured_text(const environment::verdict& one) {
    return one.measured_ns == 0 || !std::isfinite(one.measured_ns)
               ? std::string()
               : fmt::format("<p><b>{}</b> of <code>{}</code> here</p>",
                             duration_text(one.measured_ns), markup(one.measured_of));
}

std::vector<finding> findings_of(const sheet& all) {
    using key =
        std::tuple<std::string, environment::condition, std::string, std::string, std::string>;
    std::map<key, std::size_t> known;
    std::vector<finding> findings;
    for (const sheet_file& file : all.files) {
        for (const environment::verdict& one : file.environment) {
            const auto [at, is_new] = known.try_emplace(
                {one.name, one.state, one.why, one.fix, one.undo}, findings.size());
            if (is_new) {
                findings.push_back({&one, {}, {}});
            }
            findings[at->second].measured += measured_text(one);
            findings[at->second].found.emplace_back(one.found, file.label);
        }
    }
    return findings;
}

/// "none", or "1.20 for 2 CPUs (testFiber), 0.3 for 2 CPUs (6 files)".
std::string found_text(const finding& one) {
    std::vector<std::pair<std::string, std::vector<std::string>>> distinct;
    std::map<std::string, std::size_t> known;
    for (const auto& [found, file] : one.found) {
        const auto [at, is_new] = known.try_emplace(found, distinct.size());
        if (is_new) {
            distinct.push_back({found, {}});
        }
        distinct[at->second].second.push_back(file);
    }
    if (distinct.size() == 1) {
        return markup(distinct.front().first);
    }
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, distinct.size()); ++i) {
        const auto& [found, files] = distinct[i];
        text += fmt::format("{}{} <small>({})</small>", i == 0 ? "" : ", ", markup(found),
                            files.size() == 1 ? markup(files.front())
                                              : fmt::format("{} files", files.size()));
    }
    return distinct.size() <= most
               ? text
               : text + fmt::format(" and {} other readings", distinct.size() - most);
}

std::string card(const finding& one) {
    const environment::verdict& what = *one.what;
    const std::string commands = command_entry("mend", what.fix) + command_entry("undo", what.undo);
    return fmt::format("<article class=\"verdict {0}\"><h4><span class=state>{0}</span> {1}</h4>"
                       "<p>{2}</p>{3}{4}{5}</article>\n",
                       to_string(what.state), markup(what.name), found_text(one), one.measured,
                       what.why.empty() ? "" : fmt::format("<p class=why>{}</p>", markup(what.why)),
                       commands.empty() ? "" : "<dl>" + commands + "</dl>");
}

std::string row(const finding& one) {
    return fmt::format("<tr><th scope=row>{}</th><td class=text>{}</td></tr>\n",
                       markup(one.what->name), found_text(one));
}

std::string cards_of(const std::vector<finding>& findings, environment::condition state,
                     std::size_t most_bytes) {
    bounded_text text(most_bytes);
    for (const finding& one : findings) {
        if (one.what->state == state) {
            text.add(card(one));
        }
    }
    if (text.left_out() == 0) {
        return text.str();
    }
    return text.str() + fmt::format("<p class=cut>{} more are left out, to keep the page small."
                                    "</p>\n",
                                    text.left_out());
}

} // namespace

std::string environment_section(const sheet& all, std::size_t most_bytes) {
    const std::vector<finding> findings = findings_of(all);
    if (findings.empty()) {
        return {};
    }
    std::string html =
        "<section id=environment>\n<h2>Environment</h2>\n<p>What about the machine moves these "
        "figures. Commands are lines for a root shell; <em>undo</em> restores what was found.</p>\n"
        "<div class=verdicts>\n";
    html += cards_of(findings, environment::condition::bad, most_bytes / 2);
    html += cards_of(findings, environment::condition::unknown, most_bytes / 4);
    html += "</div>\n";
    bounded_text rows(most_bytes / 5);
    for (const finding& one : findings) {
        if (one.what->state == environment::condition::ok) {
            rows.add(row(one));
        }
    }
    if (!rows.str().empty()) {
        html += "<details class=table><summary>In order</summary><div class=scroll><table><thead>"
                "<tr><th scope=col>what</th><th scope=col class=text>found</th></tr></thead><tbody>"
                "\n" +
                rows.str() + "</tbody></table></div></details>\n";
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
