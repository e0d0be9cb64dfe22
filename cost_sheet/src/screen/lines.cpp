// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

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

/// testQueue measures "queue/stream".
std::string program_of(const std::string& path) {
    std::string name = path.substr(0, path.find('/'));
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return "test" + name;
}

line_rule line_from(const std::vector<std::string>& parts) {
    line_rule rule{parts.at(0), parts.at(1), parts.at(2), {}, {}, {}};
    for (const std::string& cases : parts_of(parts.at(3), ';')) {
        rule.patterns.push_back(pattern_of(cases));
    }
    if (parts.size() > 4) {
        rule.subtracted = pattern_of(parts[4]);
    }
    rule.program = program_of(rule.patterns.front().path);
    return rule;
}

claim_rule claim_from(const std::vector<std::string>& parts) {
    claim_rule rule{parts.at(0), parts.at(1), {}, {}};
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i].front() == ';') {
            rule.if_virtual = parts[i];
        } else {
            const std::size_t comma = parts[i].find(", ");
            rule.others.push_back({parts[i].substr(0, comma), parts[i].substr(comma + 2)});
        }
    }
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
            sections.push_back({parts.at(0), {{}}, {}});
        } else if (line.front() == '-') {
            sections.back().groups.back().push_back(line_from(parts));
        } else if (line.front() == '=') {
            sections.back().claims.push_back(claim_from(parts));
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
