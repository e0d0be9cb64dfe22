// SPDX-License-Identifier: BSL-1.0
#include "page/markup.hpp"

#include "printable.hpp"

#include <tollgate/report/number.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tollgate::cost_sheet {

std::string markup(std::string_view text, std::size_t most) {
    std::string escaped;
    for (const char one : printable(text, most)) {
        switch (one) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += one;
        }
    }
    return escaped;
}

std::string command_entry(std::string_view what, const std::string& line) {
    return line.empty() ? std::string()
                        : fmt::format("<dt>{}</dt><dd><code class=command>{}</code></dd>", what,
                                      markup(line, 1000));
}

std::string script_json(const nlohmann::ordered_json& value) {
    using error_handler = nlohmann::ordered_json::error_handler_t;
    std::string escaped;
    for (const char one : value.dump(-1, ' ', true, error_handler::replace)) {
        switch (one) {
        case '<':
            escaped += "\\u003c";
            break;
        case '>':
            escaped += "\\u003e";
            break;
        case '&':
            escaped += "\\u0026";
            break;
        default:
            escaped += one;
        }
    }
    return escaped;
}

nlohmann::ordered_json short_number(double value, int digits) {
    if (!std::isfinite(value)) {
        return nullptr;
    }
    if (value == 0) {
        return 0;
    }
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    const int decimals = digits - before_point;
    // A quotient of whole numbers is the double next to the decimal, and is printed as short.
    if (decimals > 0) {
        const double scale = std::pow(10.0, decimals);
        const double rounded = std::round(value * scale) / scale;
        return std::isfinite(rounded) ? rounded : value;
    }
    if (std::abs(value) < 1e15) {
        const double scale = std::pow(10.0, -decimals);
        return static_cast<std::int64_t>(std::round(value / scale) * scale);
    }
    return value;
}

std::string ns_figure(double ns) {
    return std::isfinite(ns) ? report::ns_text(ns) : "–";
}

std::string duration_text(double ns) {
    if (!std::isfinite(ns)) {
        return "–";
    }
    struct scale {
        double ns;
        std::string_view unit;
    };
    constexpr scale scales[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
    const auto digits = [](double value) {
        const double size = std::abs(value);
        return fmt::format("{:.{}f}", value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
    };
    for (const scale& one : scales) {
        if (std::abs(ns) >= 0.9995 * one.ns) {
            return fmt::format("{}\u00a0{}", digits(ns / one.ns), one.unit);
        }
    }
    return digits(ns) + "\u00a0ns";
}

} // namespace tollgate::cost_sheet
