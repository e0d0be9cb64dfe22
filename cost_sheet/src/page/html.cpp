// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tollgate::cost_sheet {
namespace {

std::string escaped(std::string text,
                    std::initializer_list<std::pair<std::string_view, std::string_view>> by) {
    for (const auto& [from, to] : by) {
        boost::replace_all(text, from, to);
    }
    return text;
}

} // namespace

std::string markup(std::string_view text, std::size_t most) {
    return escaped(
        report::printable(text, most),
        {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string table(std::string_view css_class, const std::vector<std::string>& titles,
                  const std::string& rows) {
    return fmt::format("<div class=scroll><table class={}><thead><tr><th scope=col>{}</th></tr>"
                       "</thead><tbody>\n{}</tbody></table></div>\n",
                       css_class, fmt::join(titles, "</th><th scope=col>"), rows);
}

std::string table_row(const std::vector<std::string>& cells) {
    return fmt::format("<tr><th scope=row>{}</th><td>{}</td></tr>\n", cells.front(),
                       fmt::join(cells.begin() + 1, cells.end(), "</td><td>"));
}

std::string chart(std::string_view kind, std::size_t index, std::string_view label,
                  const std::string& table) {
    const std::string canvas =
        page_charts().text.empty()
            ? std::string()
            : fmt::format("<div class=\"plot {0}\"><canvas data-chart={0} data-index={1} role=img "
                          "aria-label=\"{2}; the table has the figures\"></canvas></div>\n",
                          kind, index, markup(label));
    return fmt::format("<figure class=chart>\n{}{}</figure>\n", canvas, table);
}

std::string script_json(const nlohmann::ordered_json& value) {
    return escaped(value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace),
                   {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}});
}

nlohmann::ordered_json short_number(double value, int digits) {
    if (!std::isfinite(value)) {
        return nullptr;
    }
    const auto rounded =
        nlohmann::ordered_json::parse(fmt::format("{:.{}e}", value, digits - 1), nullptr, false);
    const double shown = rounded.is_number() ? rounded.get<double>() : value;
    const bool whole = std::abs(shown) < 1e15 && shown == std::trunc(shown);
    return whole ? nlohmann::ordered_json(static_cast<std::int64_t>(shown))
                 : nlohmann::ordered_json(shown);
}

std::string ns_figure(double ns) {
    return std::isfinite(ns) ? report::ns_text(ns) : "–";
}

std::string duration_text(double ns) {
    return std::isfinite(ns) ? boost::replace_all_copy(report::time_text(ns), " ", "\u00a0") : "–";
}

void bounded_pieces::add(const std::string& html, const std::string& data) {
    const std::size_t used = html_.size() + data_.size();
    if (left_out_ != 0 || used + html.size() + data.size() + 1 > most_bytes_) {
        ++left_out_;
        return;
    }
    html_ += html;
    data_ += (data_.empty() || data.empty() ? "" : ",") + data;
    ++taken_;
}

section bounded_pieces::finish(const std::string& begin, std::string_view noun,
                               std::string_view end) const {
    if (taken_ + left_out_ == 0) {
        return {};
    }
    const std::string cut =
        left_out_ == 0
            ? ""
            : fmt::format("<p class=cut>{} more {}{}are left out, to keep the page small."
                          "</p>\n",
                          left_out_, noun, noun.empty() ? "" : " ");
    return {begin + html_ + cut + std::string(end), "[" + data_ + "]"};
}

} // namespace tollgate::cost_sheet
