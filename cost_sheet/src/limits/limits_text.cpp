// SPDX-License-Identifier: BSL-1.0
#include "limits/limits.hpp"
#include "page/sections.hpp"

#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

std::string_view to_string(limit_state state) {
    switch (state) {
    case limit_state::met:
        return "met";
    case limit_state::broken:
        return "broken";
    case limit_state::cannot_tell:
        break;
    }
    return "cannot tell";
}

std::size_t count(const std::vector<limit_verdict>& among, limit_state state) {
    return static_cast<std::size_t>(std::ranges::count(among, state, &limit_verdict::state));
}

/// "at most 150 us", "ok".
std::string limit_text(const limit& asked) {
    return asked.figure ? fmt::format("{} at most {}", asked.figure->name, asked.most) : "is ok";
}

std::string name_of(const limit_verdict& verdict) {
    return report::printable(
        fmt::format("{}: {}", verdict.asked.subject, limit_text(verdict.asked)));
}

/// The figure, and the reason of a verdict that is not clear from the figure.
std::string details(const limit_verdict& verdict) {
    std::string text = verdict.found;
    for (const std::string& more :
         {verdict.why, verdict.state == limit_state::met ? "" : verdict.asked.why}) {
        text += (text.empty() || more.empty() ? "" : "; ") + more;
    }
    return report::printable(text, 400);
}

} // namespace

std::string limits_text(const std::vector<limit_verdict>& verdicts, std::size_t width) {
    using align = report::markdown_table::align;
    report::markdown_table table({{"verdict", align::left},
                                  {"case or condition", align::left},
                                  {"limit", align::left},
                                  {"measured", align::left}});
    for (const limit_state state :
         {limit_state::broken, limit_state::cannot_tell, limit_state::met}) {
        for (const limit_verdict& each : verdicts) {
            if (each.state == state) {
                table.add_row({std::string(to_string(state)), report::printable(each.asked.subject),
                               report::printable(limit_text(each.asked)), details(each)});
            }
        }
    }
    return table.str(width) + fmt::format("\n{} met, {} broken, {} cannot tell\n",
                                          count(verdicts, limit_state::met),
                                          count(verdicts, limit_state::broken),
                                          count(verdicts, limit_state::cannot_tell));
}

std::string limits_junit(const std::vector<limit_verdict>& verdicts, const std::string& name) {
    std::string cases;
    for (const limit_verdict& each : verdicts) {
        const std::string_view kind = each.state == limit_state::broken ? "failure" : "error";
        cases += fmt::format("  <testcase classname=\"limits\" name=\"{}\"", markup(name_of(each)));
        cases += each.state == limit_state::met
                     ? fmt::format("><system-out>{}</system-out></testcase>\n",
                                   markup(details(each), 400))
                     : fmt::format("><{0} message=\"{1}: {2}\"/></testcase>\n", kind,
                                   to_string(each.state), markup(details(each), 400));
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites>\n"
                       "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n"
                       "{}</testsuite>\n</testsuites>\n",
                       markup(name), verdicts.size(), count(verdicts, limit_state::broken),
                       count(verdicts, limit_state::cannot_tell), cases);
}

std::string limits_tap(const std::vector<limit_verdict>& verdicts) {
    // `#` begins a directive of the protocol.
    const auto plain = [](std::string text) {
        std::ranges::replace(text, '#', '=');
        return text;
    };
    std::string text = fmt::format("TAP version 13\n1..{}\n", verdicts.size());
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const limit_verdict& each = verdicts[i];
        text +=
            fmt::format("{}ok {} - {}\n# {}: {}\n", each.state == limit_state::met ? "" : "not ",
                        i + 1, plain(name_of(each)), to_string(each.state), details(each));
    }
    return text;
}

} // namespace tollgate::cost_sheet
