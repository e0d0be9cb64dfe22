// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "page/bounded_text.hpp"
#include "page/sections.hpp"

#include <cstddef>
#include <string>

namespace tollgate::cost_sheet {

/// The charts of a section of the page and the data that they are drawn from, three quarters of the
/// bytes for the former. Once a chart did not fit, no later one is taken. Not thread safe.
class bounded_charts {
public:
    explicit bounded_charts(std::size_t most_bytes)
        : html_(most_bytes * 3 / 4), data_(most_bytes / 4) {}

    /// The number of the next chart, from 0 on.
    [[nodiscard]] std::size_t shown() const { return shown_; }

    /// `title` and `figure` are markup, `data` is JSON. False if it is left out.
    bool add(const std::string& title, const std::string& figure, const std::string& data) {
        if (!data_.add((shown_ == 0 ? "" : ",") + data) ||
            !html_.add("<div data-filtered>\n<h3>" + title + "</h3>\n" + figure + "</div>\n")) {
            return false;
        }
        ++shown_;
        return true;
    }

    /// The section that begins with `heading`. Where `left_out` is not 0 it ends with a line that
    /// says how many of `what` are not in it. Without anything to show it is empty.
    [[nodiscard]] section finish(const std::string& heading, std::size_t left_out,
                                 const char* what) const {
        if (shown_ + left_out == 0) {
            return {"", "[]"};
        }
        std::string whole = heading + html_.str();
        if (left_out != 0) {
            whole += "<p class=cut>" + std::to_string(left_out) + " more " + what +
                     " are left out, to keep the page small.</p>\n";
        }
        return {whole + "</section>\n", "[" + data_.str() + "]"};
    }

private:
    bounded_text html_;
    bounded_text data_;
    std::size_t shown_ = 0;
};

} // namespace tollgate::cost_sheet
