// SPDX-License-Identifier: BSL-1.0
#include "text.hpp"

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/json_lines_sink.hpp>
#include <tollgate/liveness/text_sink.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace tollgate::liveness {
namespace {

using detail::printable;
using std::chrono::nanoseconds;

constexpr std::size_t longest_line = 100;

std::string seconds_text(nanoseconds time) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%lld.%03d s",
                  static_cast<long long>(time.count() / 1'000'000'000),
                  static_cast<int>(time.count() / 1'000'000 % 1000));
    return text.data();
}

/// The kernel counts in its ticks, so a part may be slightly above the whole.
std::string percent_text(nanoseconds part, nanoseconds whole) {
    const auto ratio = static_cast<double>(part.count()) / static_cast<double>(whole.count());
    return std::to_string(std::lround(std::clamp(ratio, 0.0, 1.0) * 100)) + " %";
}

/// The age of the last checkpoint, which the next line shows, too.
nanoseconds silence(const event& report) {
    return report.history.empty() ? report.silent_for : report.history.back().age;
}

std::string title_text(const event& report) {
    constexpr std::string_view titles[] = {"Frozen: ", "Overdue: ", "Recovered: "};
    return std::string(titles[static_cast<std::size_t>(report.type)]) + printable(report.name) +
           " (thread " + std::to_string(report.thread_id) + "), silent for " +
           seconds_text(silence(report)) + ", timeout " + seconds_text(report.timeout) + "\n";
}

/// The checkpoints before the last, the latest first. An age that several share is shown once.
std::string earlier_text(const std::vector<passed_checkpoint>& history) {
    std::string text;
    std::string line = "    before it";
    for (std::size_t i = history.size() - 1; i-- > 0;) {
        std::string next = " " + std::to_string(history[i].id);
        if (i == 0 || history[i - 1].age != history[i].age) {
            next += " (" + seconds_text(history[i].age) + " ago)";
        }
        next += i == 0 ? "\n" : ",";
        if (line.size() + next.size() > longest_line) {
            text += std::exchange(line, "       ") + "\n";
        }
        line += next;
    }
    return text + line;
}

std::string checkpoints_text(const event& report) {
    if (report.history.empty()) {
        return "";
    }
    const passed_checkpoint& last = report.history.back();
    constexpr std::size_t to_the_millisecond = 23;
    std::string text = report.type == event::kind::recovered ? "    had stopped after checkpoint "
                                                             : "    last checkpoint ";
    text += std::to_string(last.id) + ", " + seconds_text(last.age) + " ago, at " +
            detail::utc_text(report.at - last.age).substr(0, to_the_millisecond) + " UTC (" +
            std::to_string(report.checkpoints) + " passed)\n";
    return report.history.size() == 1 ? text : text + earlier_text(report.history);
}

std::string state_text(const diagnosis& why) {
    std::string text = "    " + std::string(to_string(why.state));
    if (why.state == thread_state::blocked && !why.wait_channel.empty()) {
        text += " in " + printable(why.wait_channel);
    }
    const bool is_runnable =
        why.state == thread_state::spinning || why.state == thread_state::starved;
    if (is_runnable && why.observed > nanoseconds::zero()) {
        text += ": ran " + percent_text(why.ran, why.observed);
        if (why.state == thread_state::starved) {
            text += ", waited for a CPU " + percent_text(why.waited_for_cpu, why.observed);
        }
        text += " of " + seconds_text(why.observed);
    }
    return text + "\n";
}

/// The path as one word for a shell. It has escapes, which not all shells know, only if a terminal
/// must not get its characters.
std::string quoted(const std::string& path) {
    if (path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                               "/._-+,:@%") == std::string::npos) {
        return path;
    }
    const std::string escaped = printable(path);
    const bool has_escapes = escaped != path;
    std::string text = has_escapes ? "$'" : "'";
    for (const char byte : escaped) {
        text += byte != '\'' ? std::string(1, byte) : has_escapes ? "\\'" : "'\\''";
    }
    return text + "'";
}

/// The calls with the file names of their modules, and a command for each module.
std::string stack_text(const std::vector<call>& stack) {
    std::string calls;
    std::string commands;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const auto has_same_file = [&](const call& other) { return other.file == stack[i].file; };
        calls += "    #" + std::to_string(i) + "  " +
                 printable(stack[i].place.substr(stack[i].place.rfind('/') + 1)) + "\n";
        const auto position = stack.begin() + static_cast<std::ptrdiff_t>(i);
        if (stack[i].file.empty() ||
            std::find_if(stack.begin(), position, has_same_file) != position) {
            continue;
        }
        commands += "    addr2line -Cfipe " + quoted(stack[i].file);
        for (const call& each : stack) {
            commands += has_same_file(each) ? " " + detail::hex_text(each.offset) : "";
        }
        commands += "\n";
    }
    return calls + commands;
}

std::string text_notice(std::uint64_t not_written) {
    return std::to_string(not_written) + (not_written == 1 ? " event was" : " events were") +
           " not written\n";
}

template <class Range, class ToJson>
std::string list(const Range& all, ToJson to_json) {
    std::string text = "[";
    for (const auto& element : all) {
        text += (text.size() == 1 ? "" : ",") + to_json(element);
    }
    return text + ']';
}

std::string checkpoint_json(const passed_checkpoint& passed) {
    return R"({"id":)" + std::to_string(passed.id) + R"(,"age_ms":)" +
           std::to_string(passed.age.count()) + R"(,"ticks":)" + std::to_string(passed.ticks) + "}";
}

std::string json_notice(std::uint64_t not_written) {
    return R"({"event":"not_written","events":)" + std::to_string(not_written) + "}\n";
}

} // namespace

std::string to_text(const event& report) {
    std::string text;
    if (report.lost_before > 0) {
        text = std::to_string(report.lost_before) +
               (report.lost_before == 1 ? " event" : " events") + " lost before this one\n";
    }
    text += title_text(report) + checkpoints_text(report);
    return report.type == event::kind::recovered
               ? text
               : text + state_text(report.why) + stack_text(report.why.stack);
}

text_sink::text_sink(int descriptor) noexcept : writer_(descriptor, text_notice) {}

std::string to_json(const event& report) {
    std::string json;
    const auto add = [&json](const char* key, const std::string& value) {
        json.append(json.empty() ? "{\"" : ",\"").append(key).append("\":").append(value);
    };
    add("event", detail::json_string(to_string(report.type)));
    add("name", detail::json_string(report.name));
    add("thread_id", std::to_string(report.thread_id));
    add("episode", std::to_string(report.episode));
    add("at", detail::json_string(detail::utc_text(report.at, 'T') + "Z"));
    add("silent_for_ns", std::to_string(report.silent_for.count()));
    add("timeout_ns", std::to_string(report.timeout.count()));
    add("checkpoints", std::to_string(report.checkpoints));
    add("history", list(report.history, checkpoint_json));
    add("state", detail::json_string(to_string(report.why.state)));
    add("wait_channel", detail::json_string(report.why.wait_channel));
    add("observed_ns", std::to_string(report.why.observed.count()));
    add("ran_ns", std::to_string(report.why.ran.count()));
    add("waited_for_cpu_ns", std::to_string(report.why.waited_for_cpu.count()));
    add("stack",
        list(report.why.stack, [](const call& each) { return detail::json_string(each.place); }));
    add("lost_before", std::to_string(report.lost_before));
    return json + "}\n";
}

json_lines_sink::json_lines_sink(int descriptor) noexcept : writer_(descriptor, json_notice) {}

} // namespace tollgate::liveness
