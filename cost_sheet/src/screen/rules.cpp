// SPDX-License-Identifier: BSL-1.0
#include "screen/rules.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include <cctype>

namespace tollgate::cost_sheet {
namespace {

std::vector<std::string> parts_of(std::string_view text, char separator) {
    std::vector<std::string> parts;
    boost::split(parts, text, [=](char each) { return each == separator; });
    for (std::string& part : parts) {
        boost::trim(part);
    }
    return parts;
}

/// `path parameter:text …`; with an empty text, the case must not have the parameter.
report::case_pattern pattern_of(const std::string& text) {
    std::vector<std::string> parts = parts_of(text, ' ');
    report::case_pattern pattern{parts.front()};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t colon = parts[i].find(':');
        pattern.texts.emplace_back(parts[i].substr(0, colon), parts[i].substr(colon + 1));
    }
    return pattern;
}

/// `words = pattern`, or `pattern`. The maker of a library of Boost is Boost, also
/// if the line has another maker.
alternative alternative_of(const std::string& text, maker of_line) {
    const std::vector<std::string> parts = parts_of(text, '=');
    alternative found{parts.size() > 1 ? parts.front() : "", pattern_of(parts.back()), of_line};
    for (const auto& [name, value] : found.pattern.texts) {
        if (name == "impl" && value.starts_with("boost")) {
            found.made_by = maker::boost;
        }
    }
    return found;
}

/// testQueue measures "queue/stream".
std::string program_of(const std::string& path) {
    std::string name = path.substr(0, path.find('/'));
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return "test" + name;
}

line_rule line_from(const std::vector<std::string>& parts) {
    const maker made_by = parts.at(1) == "tollgate" ? maker::tollgate
                          : parts.at(1) == "boost"  ? maker::boost
                                                    : maker::other;
    line_rule rule{parts.at(0), parts.at(2), parts.at(3), {}, {}, {}};
    for (const std::string& cases : parts_of(parts.at(4), ';')) {
        rule.alternatives.push_back(alternative_of(cases, made_by));
    }
    if (parts.size() > 5) {
        rule.subtracted = pattern_of(parts[5]);
    }
    rule.program = program_of(rule.alternatives.front().pattern.path);
    return rule;
}

/// Reads lines.txt. Its lines before the first title are a comment.
std::vector<section_rule> read_table() {
    std::vector<section_rule> sections;
    for (const std::string& line : parts_of(screen_table().text, '\n')) {
        const std::vector<std::string> parts = parts_of(line.substr(line.empty() ? 0 : 1), '|');
        if (line.empty()) {
            if (!sections.empty()) {
                sections.back().groups.emplace_back();
            }
        } else if (line.front() == '#') {
            sections.push_back({parts.at(0), parts.size() > 1 ? parts[1] : "", {{}}});
        } else if (line.front() == '-') {
            sections.back().groups.back().push_back(line_from(parts));
        }
    }
    return sections;
}

} // namespace

const std::vector<section_rule>& screen_rules() {
    static const std::vector<section_rule> rules = read_table();
    return rules;
}

} // namespace tollgate::cost_sheet
