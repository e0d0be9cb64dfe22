// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

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

std::string table_row(const std::vector<std::string>& cells) {
    return fmt::format("<tr><th scope=row>{}</th><td>{}</td></tr>\n", cells.front(),
                       fmt::join(cells.begin() + 1, cells.end(), "</td><td>"));
}

std::string table(const std::vector<std::string>& titles, const std::string& rows) {
    return fmt::format("<table class=words><thead><tr><th scope=col>{}</th></tr></thead><tbody>\n"
                       "{}</tbody></table>\n",
                       fmt::join(titles, "</th><th scope=col>"), rows);
}

std::string fold(std::string_view id, std::string_view title, const std::string& more,
                 const std::string& content, bool open) {
    return content.empty() ? content
                           : fmt::format("<details class=fold id={}{}><summary><h2>{}</h2> <small>"
                                         "{}</small></summary>\n{}</details>\n",
                                         id, open ? " open" : "", title, more, content);
}

std::string script_json(const nlohmann::ordered_json& value) {
    return escaped(value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace),
                   {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}});
}

nlohmann::ordered_json short_number(double value) {
    if (!std::isfinite(value)) {
        return nullptr;
    }
    const auto rounded =
        nlohmann::ordered_json::parse(fmt::format("{:.4e}", value), nullptr, false);
    const double shown = rounded.is_number() ? rounded.get<double>() : value;
    const bool whole = std::abs(shown) < 1e15 && shown == std::trunc(shown);
    return whole ? nlohmann::ordered_json(static_cast<std::int64_t>(shown))
                 : nlohmann::ordered_json(shown);
}

void bounded_pieces::add(const std::string& piece) {
    if (left_out_ != 0 || html_.size() + piece.size() > most_bytes_) {
        ++left_out_;
    } else {
        html_ += piece;
    }
}

std::string bounded_pieces::left_out(std::string_view noun) const {
    return left_out_ == 0 ? ""
                          : fmt::format("<p class=cut>{} more {} are left out, to keep the page "
                                        "small.</p>\n",
                                        left_out_, noun);
}

} // namespace tollgate::cost_sheet
