// SPDX-License-Identifier: BSL-1.0
#include "page/embedded.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

namespace tollgate::cost_sheet {

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

} // namespace tollgate::cost_sheet
