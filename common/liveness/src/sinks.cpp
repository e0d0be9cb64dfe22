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

/// The kernel counts at its ticks, so a part may be a little more than the whole.
std::string percent_text(nanoseconds part, nanoseconds whole) {
    const auto ratio = static_cast<double>(part.count()) / static_cast<double>(whole.count());
    return std::to_string(std::lround(std::clamp(ratio, 0.0, 1.0) * 100)) + " %";
}

/// From the last checkpoint, as the age of that is told.
nanoseconds silence_of(const event& what) {
    return what.history.empty() ? what.silent_for : what.history.back().age;
}

std::string who_text(const event& what) {
    constexpr std::string_view titles[] = {"Frozen: ", "Overdue: ", "Recovered: "};
    return std::string(titles[static_cast<std::size_t>(what.what)]) + printable(what.name) +
           " (thread " + std::to_string(what.thread_id) + "), silent for " +
           seconds_text(silence_of(what)) + ", timeout " + seconds_text(what.timeout) + "\n";
}

/// The checkpoints before the last one, the latest first. Those of one age have that once.
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

std::string where_text(const event& what) {
    if (what.history.empty()) {
        return "";
    }
    const passed_checkpoint& last = what.history.back();
    constexpr std::size_t to_the_millisecond = 23;
    std::string text = what.what == event::kind::recovered ? "    had stopped after checkpoint "
                                                           : "    last checkpoint ";
    text += std::to_string(last.id) + ", " + seconds_text(last.age) + " ago, at " +
            detail::utc_text(what.at - last.age).substr(0, to_the_millisecond) + " UTC (" +
            std::to_string(what.checkpoints) + " passed)\n";
    return what.history.size() == 1 ? text : text + earlier_text(what.history);
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

/// As a shell takes it for one word; with escapes, which not all shells know, only if it has
/// characters that a terminal must not get.
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

/// The calls, each with the file name of its module, and a command for each module.
std::string stack_text(const std::vector<call>& stack) {
    std::string calls;
    std::string commands;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const auto is_in_this = [&](const call& other) { return other.file == stack[i].file; };
        calls += "    #" + std::to_string(i) + "  " +
                 printable(stack[i].place.substr(stack[i].place.rfind('/') + 1)) + "\n";
        const auto here = stack.begin() + static_cast<std::ptrdiff_t>(i);
        if (stack[i].file.empty() || std::find_if(stack.begin(), here, is_in_this) != here) {
            continue;
        }
        commands += "    addr2line -Cfipe " + quoted(stack[i].file);
        for (const call& each : stack) {
            commands += is_in_this(each) ? " " + detail::hex_text(each.offset) : "";
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
    for (const auto& one : all) {
        text += (text.size() == 1 ? "" : ",") + to_json(one);
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

std::string to_text(const event& what) {
    std::string text;
    if (what.lost_before > 0) {
        text = std::to_string(what.lost_before) + (what.lost_before == 1 ? " event" : " events") +
               " lost before this one\n";
    }
    text += who_text(what) + where_text(what);
    return what.what == event::kind::recovered
               ? text
               : text + state_text(what.why) + stack_text(what.why.stack);
}

text_sink::text_sink(int descriptor) noexcept : writer_(descriptor, text_notice) {}

std::string to_json(const event& what) {
    std::string json;
    const auto add = [&json](const char* key, const std::string& value) {
        json.append(json.empty() ? "{\"" : ",\"").append(key).append("\":").append(value);
    };
    add("event", detail::json_string(to_string(what.what)));
    add("name", detail::json_string(what.name));
    add("thread_id", std::to_string(what.thread_id));
    add("episode", std::to_string(what.episode));
    add("at", detail::json_string(detail::utc_text(what.at, 'T') + "Z"));
    add("silent_for_ns", std::to_string(what.silent_for.count()));
    add("timeout_ns", std::to_string(what.timeout.count()));
    add("checkpoints", std::to_string(what.checkpoints));
    add("history", list(what.history, checkpoint_json));
    add("state", detail::json_string(to_string(what.why.state)));
    add("wait_channel", detail::json_string(what.why.wait_channel));
    add("observed_ns", std::to_string(what.why.observed.count()));
    add("ran_ns", std::to_string(what.why.ran.count()));
    add("waited_for_cpu_ns", std::to_string(what.why.waited_for_cpu.count()));
    add("stack",
        list(what.why.stack, [](const call& each) { return detail::json_string(each.place); }));
    add("lost_before", std::to_string(what.lost_before));
    return json + "}\n";
}

json_lines_sink::json_lines_sink(int descriptor) noexcept : writer_(descriptor, json_notice) {}

} // namespace tollgate::liveness
