// SPDX-License-Identifier: BSL-1.0
#include "proc_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace tollgate::bill {
namespace {

/// Removes the first word of the text and returns it. Empty at the end of the text.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(" \t\n"));
    text.remove_prefix(word.size());
    return word;
}

template <class Number>
bool read_number(std::string_view word, Number& number, int base = 10) {
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number, base);
    return error == std::errc() && stop == end;
}

bool read_hexadecimal(std::string_view word, std::uint64_t& number) {
    return word.starts_with("0x") && read_number(word.substr(2), number, 16);
}

/// `status` writes a line feed in a name as `\n`, and a backslash twice.
std::string unescaped(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes = text[i] == '\\' && i + 1 < text.size();
        const char character = text[escapes ? ++i : i];
        name += escapes && character == 'n' ? '\n' : character;
    }
    return name;
}

/// Removes the first line of the text and returns it.
std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

/// Reads the value of a line of `status`. Returns false for a value that makes no sense.
bool read_line(std::string_view key, std::string_view value, status_fields& fields, int& counts) {
    if (key == "Name") {
        fields.name = unescaped(value);
    } else if (key == "State") {
        fields.state = value.empty() ? '?' : value.front();
    } else if (key == "Tgid") {
        return read_number(value, fields.process);
    } else if (key == "TracerPid") {
        return read_number(value, fields.tracer);
    } else if (key == "Cpus_allowed_list") {
        fields.cpus_allowed = value;
    } else if (key == "voluntary_ctxt_switches") {
        ++counts;
        return read_number(value, fields.voluntary);
    } else if (key == "nonvoluntary_ctxt_switches") {
        ++counts;
        return read_number(value, fields.involuntary);
    }
    return true;
}

} // namespace

std::optional<stat_fields> parse_stat(std::string_view text) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')'); // the name may contain others
    if (open == text.npos || close == text.npos || close < open) {
        return std::nullopt;
    }
    stat_fields fields;
    fields.name = text.substr(open + 1, close - open - 1);
    std::string_view rest = text.substr(close + 1);
    std::array<std::string_view, 20> words; // from the state to the time of the start
    for (std::string_view& word : words) {
        word = take_word(rest);
    }
    constexpr unsigned long kernel_thread_flag = 0x00200000; // PF_KTHREAD
    unsigned long flags = 0;
    std::uint64_t user = 0;
    std::uint64_t system = 0;
    std::uint64_t user_of_children = 0;
    std::uint64_t system_of_children = 0;
    if (words[0].size() != 1 || !read_number(words[1], fields.parent) ||
        !read_number(words[6], flags) || !read_number(words[11], user) ||
        !read_number(words[12], system) || !read_number(words[13], user_of_children) ||
        !read_number(words[14], system_of_children) || !read_number(words[17], fields.threads) ||
        !read_number(words[19], fields.start_ticks)) {
        return std::nullopt;
    }
    fields.state = words[0].front();
    fields.kernel_thread = (flags & kernel_thread_flag) != 0;
    fields.cpu_ticks = user + system;
    fields.children_ticks = user_of_children + system_of_children;
    return fields;
}

std::optional<status_fields> parse_status(std::string_view text) {
    status_fields fields;
    int counts = 0;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        const std::size_t colon = line.find(':');
        if (colon == line.npos) {
            continue;
        }
        const std::size_t after = colon + 1;
        const std::string_view value =
            line.substr(after + (after < line.size() && line[after] == '\t' ? 1 : 0));
        if (!read_line(line.substr(0, colon), value, fields, counts)) {
            return std::nullopt;
        }
    }
    return counts == 2 && fields.state != '?' ? std::optional(std::move(fields)) : std::nullopt;
}

std::optional<schedstat_fields> parse_schedstat(std::string_view text) {
    schedstat_fields fields;
    const bool good = read_number(take_word(text), fields.cpu_ns) &&
                      read_number(take_word(text), fields.runnable_ns) &&
                      read_number(take_word(text), fields.runs);
    return good ? std::optional(fields) : std::nullopt;
}

std::optional<std::uint64_t> parse_migrations(std::string_view text) {
    take_line(text); // it contains the name of the thread
    while (!text.empty()) {
        std::string_view line = take_line(text);
        if (line.starts_with("se.nr_migrations") || line.starts_with("nr_migrations")) {
            line.remove_prefix(std::min(line.find(':'), line.size() - 1) + 1);
            std::uint64_t number = 0;
            return read_number(take_word(line), number) ? std::optional(number) : std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<current_call> parse_current_call(std::string_view text) {
    current_call call;
    const std::string_view first = take_word(text);
    if (first == "running") {
        call.running = true;
        return call;
    }
    if (!read_number(first, call.number)) {
        return std::nullopt;
    }
    std::array<std::string_view, 8> words; // six arguments, if there is a call; stack; instruction
    std::size_t count = 0;
    while (count < words.size() && !(words[count] = take_word(text)).empty()) {
        ++count;
    }
    const bool has_arguments = count == words.size();
    if ((!has_arguments && count != 2) || !read_hexadecimal(words[count - 2], call.stack_pointer) ||
        (has_arguments && !read_hexadecimal(words[0], call.first_argument))) {
        return std::nullopt;
    }
    return call;
}

std::optional<std::uint64_t> parse_idle_ticks(std::string_view text) {
    std::array<std::string_view, 6> words; // cpu user nice system idle iowait
    for (std::string_view& word : words) {
        word = take_word(text);
    }
    std::uint64_t idle = 0;
    std::uint64_t waits_for_disk = 0;
    return words[0] == "cpu" && read_number(words[4], idle) && read_number(words[5], waits_for_disk)
               ? std::optional(idle + waits_for_disk)
               : std::nullopt;
}

} // namespace tollgate::bill
