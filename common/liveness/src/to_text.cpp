// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/to_text.hpp>

#include "text.hpp"

#include <tollgate/liveness/event.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tollgate::liveness {
namespace {

using std::chrono::nanoseconds;

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

std::string why_text(const diagnosis& why) {
    std::string text(to_string(why.state));
    if (why.state == thread_state::blocked && !why.wait_channel.empty()) {
        text += " in " + detail::printable(why.wait_channel);
    }
    if (why.observed <= nanoseconds::zero()) {
        return text;
    }
    if (why.state == thread_state::spinning || why.state == thread_state::starved) {
        text += ": ran " + percent_text(why.ran, why.observed);
        if (why.state == thread_state::starved) {
            text += ", waited for a CPU " + percent_text(why.waited_for_cpu, why.observed);
        }
        text += " of " + seconds_text(why.observed);
    }
    return text;
}

std::string_view title(event::kind what) {
    switch (what) {
    case event::kind::overdue:
        return "Overdue thread: ";
    case event::kind::recovered:
        return "Recovered thread: ";
    case event::kind::frozen:
        break;
    }
    return "Frozen thread: ";
}

std::string count_text(std::uint64_t count, const std::string& of) {
    return std::to_string(count) + " " + of + (count == 1 ? "" : "s");
}

std::string history_text(const event& what) {
    std::string text;
    for (std::size_t i = 0; i < what.history.size(); ++i) {
        const passed_checkpoint& passed = what.history[i];
        const std::chrono::microseconds delta =
            i == 0 ? std::chrono::milliseconds(0) : what.history[i - 1].age - passed.age;
        text += "Checkpoint: " + std::to_string(passed.id) +
                "   at: " + detail::utc_text(what.at - passed.age) +
                "  delta: " + std::to_string(delta.count()) + " us\n";
    }
    return text;
}

std::string stack_text(const std::vector<std::string>& stack) {
    std::string text;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        text += "    #" + std::to_string(i) + "  " + detail::printable(stack[i]) + "\n";
    }
    return text;
}

} // namespace

std::string to_text(const event& what) {
    std::string text;
    if (what.lost_before > 0) {
        text += count_text(what.lost_before, "event") + " lost before this one\n";
    }
    text += std::string(title(what.what)) + detail::printable(what.name) +
            " id: " + std::to_string(what.thread_id) + "\n";
    text += "    at " + detail::utc_text(what.at) + " UTC, silent for " +
            seconds_text(what.silent_for) + ", timeout " + seconds_text(what.timeout) + ", " +
            count_text(what.checkpoints, "checkpoint") + "\n";
    text += "    " + why_text(what.why) + "\n";
    return text + history_text(what) + stack_text(what.why.stack);
}

} // namespace tollgate::liveness
