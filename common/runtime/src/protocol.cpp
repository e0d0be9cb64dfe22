// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/protocol.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

namespace tollgate::runtime {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t longest_word = 40;
constexpr std::size_t longest_text = 200;
constexpr std::size_t most_parameters = 8;
constexpr std::size_t most_threads = 1'000;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view word_signs = "abcdefghijklmnopqrstuvwxyz0123456789_.+-";

/// Whether the text may be a word in the name of a case.
bool is_word(std::string_view text) {
    return !text.empty() && text.size() <= longest_word &&
           letters.find(text.front()) != std::string_view::npos &&
           text.find_first_not_of(word_signs) == std::string_view::npos;
}

bool is_text(std::string_view text) {
    return !text.empty() && text.size() <= longest_text &&
           std::all_of(text.begin(), text.end(),
                       [](char character) { return character >= ' ' && character < 127; });
}

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

/// The parts of a line between separators.
std::vector<std::string_view> split(std::string_view text, char sign) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(sign, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

bool is_path(std::string_view text) {
    const std::vector<std::string_view> words = split(text, '/');
    return std::all_of(words.begin(), words.end(), is_word);
}

/// Removes and returns the first word.
std::string_view next_word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(line.size(), end + 1));
    return word;
}

[[noreturn]] void refuse(std::string_view line, const std::string& why) {
    throw lost_runtime("it says " + in_quotes(line) + ": " + why);
}

/// `capacity:64`, `flavor:current_thread`, `fibers:*` or `expected_ns:2000000`.
void read_parameter(std::string_view word, offered_case& offered, std::string_view line) {
    const std::size_t colon = word.find(':');
    const std::string name(word.substr(0, colon));
    if (colon == std::string_view::npos || !is_word(name) || name == "impl" ||
        name == "placement") {
        refuse(line, in_quotes(word) + " is no parameter");
    }
    const std::string_view value = word.substr(colon + 1);
    if (name == "expected_ns") {
        constexpr std::uint64_t longest_ns = 10'000'000'000;
        const auto ns = whole(value);
        if (!ns || *ns > longest_ns) {
            refuse(line, "expected_ns is a whole number, at most " + std::to_string(longest_ns));
        }
        if (offered.expected != nanoseconds(0)) {
            refuse(line, "it has 'expected_ns' twice");
        }
        offered.expected = nanoseconds(*ns);
        return;
    }
    const auto has_name = [&](const measure::parameter& parameter) {
        return parameter.name == name;
    };
    if (name == offered.members ||
        std::any_of(offered.parameters.begin(), offered.parameters.end(), has_name)) {
        refuse(line, "it has " + in_quotes(name) + " twice");
    }
    if (value == "*" && offered.members.empty()) {
        offered.members = name;
    } else if (const auto number = whole(value)) {
        offered.parameters.push_back({name, *number});
    } else if (is_word(value)) {
        offered.parameters.push_back({name, std::string(value)});
    } else {
        refuse(line, in_quotes(word) + " is no parameter");
    }
}

std::uint64_t sum_of(std::uint64_t first, std::uint64_t count) {
    // Divide the even factor first, so that the sum is right even if a product wraps.
    const std::uint64_t half = count % 2 == 0 ? count / 2 * (count - 1) : count * ((count - 1) / 2);
    return count == 0 ? 0 : first * count + half;
}

} // namespace

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 120;
    std::string shown = "'";
    for (const char character : text.substr(0, most)) {
        shown += character >= ' ' && character < 127 ? character : '?';
    }
    return shown + (text.size() > most ? "...'" : "'");
}

measure::case_key work_of(const offered_case& offered, std::uint64_t members) {
    return offered.members.empty() ? measure::case_key(offered.name)
                                   : measure::case_key(offered.name, {{offered.members, members}});
}

std::string hello_line() {
    return "hello " + std::to_string(protocol_version);
}

void greeting_reader::read_case(std::string_view line) {
    constexpr std::size_t fixed_words = 4;
    const std::size_t end = line.find(" = ");
    if (end == std::string_view::npos || !is_text(line.substr(end + 3))) {
        refuse(line, "the unit of work is missing after ' = ', or is no text of at most " +
                         std::to_string(longest_text) + " characters");
    }
    const std::vector<std::string_view> words = split(line.substr(0, end), ' ');
    if (words.size() < fixed_words || words.size() > fixed_words + most_parameters) {
        refuse(line, "a case is: case NAME QUESTION THREADS [PARAMETER:VALUE]... = UNIT");
    }
    offered_case offered;
    offered.name = words[1];
    offered.question = words[2];
    offered.unit = line.substr(end + 3);
    const auto threads = whole(words[3]);
    if (!is_word(offered.name) || !is_path(offered.question) || !threads || *threads < 1 ||
        *threads > most_threads) {
        refuse(line, "a name or a question is no word, or the threads are not 1 to " +
                         std::to_string(most_threads));
    }
    offered.threads = *threads;
    for (std::size_t i = fixed_words; i < words.size(); ++i) {
        read_parameter(words[i], offered, line);
    }
    for (const offered_case& other : greeting_.cases) {
        if (other.name == offered.name) {
            refuse(line, "it offers " + in_quotes(offered.name) + " twice");
        }
    }
    greeting_.cases.push_back(std::move(offered));
}

bool greeting_reader::read(std::string_view line) {
    greeting_.lines.emplace_back(line);
    if (greeting_.lines.size() > most_greeting_lines) {
        throw lost_runtime("its greeting is longer than " + std::to_string(most_greeting_lines) +
                           " lines");
    }
    if (greeting_.lines.size() == 1) {
        std::string_view rest = line;
        if (next_word(rest) != "runtime") {
            refuse(line, "a greeting begins with: runtime VERSION RUNTIME ...");
        }
        const std::string_view version = next_word(rest);
        if (whole(version) != protocol_version) {
            throw lost_runtime("it speaks version " + in_quotes(version) +
                               " of the protocol; this is " + std::to_string(protocol_version));
        }
        greeting_.runtime = next_word(rest);
        if (!is_word(greeting_.runtime) || !is_text(rest)) {
            refuse(line, "the runtime's name is no word, or its version no text");
        }
        greeting_.version = rest;
        return false;
    }
    std::string_view rest = line;
    const std::string_view kind = next_word(rest);
    if (kind == "note" && is_text(rest)) {
        greeting_.notes.emplace_back(rest);
    } else if (kind == "case") {
        read_case(line);
    } else if (line == "ready") {
        if (greeting_.cases.empty()) {
            throw lost_runtime("it offers no case");
        }
        return true;
    } else {
        refuse(line, "a greeting has lines of runtime, note and case, and ends with ready");
    }
    return false;
}

std::string to_line(const request& batch) {
    std::string line = "run " + batch.work.path() + " " + std::to_string(batch.operations) + " " +
                       std::to_string(batch.warmup) + " " + std::to_string(batch.first);
    for (const measure::parameter& parameter : batch.work.parameters()) {
        line += " " + parameter.name + ":" + measure::to_string(parameter.value);
    }
    return line;
}

answer read_answer(std::string_view line) {
    std::string_view rest = line;
    const std::string_view kind = next_word(rest);
    if (kind == "error") {
        throw lost_runtime("it says " + in_quotes(rest));
    }
    const std::vector<std::string_view> words = split(rest, ' ');
    constexpr std::size_t number_of_values = 5;
    std::uint64_t values[number_of_values]{};
    bool good = kind == "ran" && words.size() == number_of_values;
    for (std::size_t i = 0; good && i < number_of_values; ++i) {
        const auto number = whole(words[i]);
        good = number.has_value();
        values[i] = number.value_or(0);
    }
    constexpr auto longest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!good || values[1] > longest || values[2] > longest) {
        throw lost_runtime("it says " + in_quotes(line) +
                           ", where an answer is: ran OPERATIONS ELAPSED CPU RECEIVED SUM");
    }
    return {values[0], nanoseconds(values[1]), nanoseconds(values[2]), values[3], values[4]};
}

std::optional<std::string> fault_of(const answer& reply, const request& batch, nanoseconds outside,
                                    std::size_t cpus) {
    struct count {
        const char* name;
        std::uint64_t given;
        std::uint64_t due;
    };
    const std::uint64_t all = batch.operations + batch.warmup;
    for (const count& checked :
         {count{"operations", reply.operations, batch.operations},
          count{"operations that arrived", reply.received, all},
          count{"the sum of what arrived", reply.sum, sum_of(batch.first, all)}}) {
        if (checked.given != checked.due) {
            return std::string(checked.name) + ": it says " + std::to_string(checked.given) +
                   ", and " + std::to_string(checked.due) + " are due";
        }
    }
    // The runtime's clock may have another rate, and CPU time may be counted in ticks of 10 ms.
    constexpr nanoseconds tick = std::chrono::milliseconds(20);
    constexpr std::int64_t part = 100;
    if (reply.elapsed > outside + outside / part + std::chrono::microseconds(1)) {
        return "it says that a batch took " + std::to_string(reply.elapsed.count()) +
               " ns, of which " + std::to_string(outside.count()) + " passed";
    }
    if (reply.cpu > static_cast<std::int64_t>(cpus) * (outside + outside / part) + tick) {
        return "it says that a batch took " + std::to_string(reply.cpu.count()) +
               " ns of CPU time, more than its CPUs had";
    }
    return std::nullopt;
}

} // namespace tollgate::runtime
