// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include <cctype>
#include <stdexcept>

namespace tollgate::cost_sheet {
namespace {

// A title; below it groups of lines that do the same, each group ended by an empty line; and what
// is said of them. A line is its name, its words, the text for --only, its cases, and what is
// subtracted; a sentence is its subject's name, its beginning, what that is compared with, and what
// is said in a virtual machine, too. `!` before cases: of several that differ in a number the
// first. The CPUs that a run is allowed need not begin with CPU 0.
constexpr std::string_view rules_text = R"(
# switch
- fiber_own | fiber: Tollgate yield and scheduler | yield | fiber/yield impl:tollgate call:tollgate linked: stack:
- fiber_scheduler | fiber: Boost yield, Tollgate scheduler | yield | fiber/yield impl:tollgate call: linked: stack:
- fiber_boost | fiber: Boost yield and scheduler | yield | fiber/yield impl: call: linked: stack:
- thread_one_cpu | thread to thread, one CPU | same | thread/condvar placement:same
- thread_spins | to a thread that spins, other CPU | spin | thread/spin placement:core
- thread_sleeps | to a thread that sleeps, other CPU | core | thread/condvar placement:core
= fiber_own | A Tollgate yield costs | thread_one_cpu, a thread hand-off on one CPU | thread_sleeps, one to an idle CPU
# message
- message_fibers | between fibers, Tollgate's channel | between:f | queue/pingpong impl:tollgate_channel between:fibers capacity:64 placement:same
- message_fibers_boost | between fibers, Boost's channel | between:f | queue/pingpong impl:boost_fiber_buffered between:fibers capacity:127 placement:same
- message_awake | spinning, other CPU, Tollgate's queue | pingpong | queue/pingpong impl:blocking pop: placement:core
- message_awake_peer | awake, peer | pingpong | queue/pingpong impl:boost_spsc pop: placement:core; queue/pingpong impl:moodycamel_blocking pop: capacity:unbounded placement:core; queue/pingpong impl:tbb_bounded pop: placement:core
- message_one_cpu | asleep, one CPU, Tollgate's queue | pingpong | queue/pingpong impl:blocking pop: placement:same
- message_asleep | asleep, other CPU, mutex + condvar | pingpong | queue/pingpong impl:mutex_condvar pop: placement:core

- stream_own | stream, Tollgate's SPSC queue | stream | queue/stream impl:spsc pop: placement:core
- stream_peer | stream, peer | stream | queue/stream impl:cached_ring pop: placement:core; queue/stream impl:moodycamel_blocking pop: capacity:unbounded placement:core; queue/stream impl:tbb_bounded pop: placement:core
- stream_condvar | stream, mutex + condvar | stream | queue/stream impl:mutex_condvar pop: placement:core
= message_fibers | Tollgate's fiber channel costs | message_one_cpu, threads on one CPU | stream_own, threads streaming on two
# limit
- limit_kernel | adds to a fiber's receive, by OS clock | os/betw | timeout/timeout impl:tollgate clock:os between:fibers | timeout/baseline impl:tollgate clock:os between:fibers
- limit_counter | adds to a fiber's receive, CPU counter | tsc/betw | timeout/timeout impl:tollgate clock:tsc between:fibers | timeout/baseline impl:tollgate clock:tsc between:fibers
- limit_deferred | adds to a fiber's receive, no clock | deferred | timeout/deferred impl:tollgate clock:os between:fibers | timeout/baseline impl:tollgate clock:os between:fibers

- timers_wheel | one of a million timers, in a wheel | 1000000 | timeout/armed/arm_cancel impl:tollgate timers:1000000
- timers_heap | one of a million timers, in a heap | 1000000 | timeout/armed/arm_cancel impl:heap timers:1000000
= limit_counter | By the CPU's counter a limit that never expires adds | limit_kernel, that by the OS clock
# stop
- token_wait | a token adds to a wait | overhead | cancel/wait_overhead impl:tollgate token:standalone policy:adaptive | cancel/wait_overhead impl:bare

- token_ask | asking a token if it is cancelled | check | cancel/check impl:tollgate token:standalone
- token_ask_std | | | cancel/check impl:std token:

- token_returned | cancel() until a waiter has returned | return | cancel/cancel_to_return impl:tollgate policy:adaptive waiting_in:condvar placement:core
= token_ask | Asking a token costs | token_ask_std, asking a std::stop_token
# watch
- checkpoint | a worker's checkpoint | point | liveness/checkpoint impl:tollgate policy:coarse threads:1
- checkpoint_stamp | | | liveness/checkpoint impl:clock_stamp threads:1

- reported | stuck past 5 ms: monitor reports after | delay | liveness/detection_delay timeout_ms:5
= checkpoint | A worker's checkpoint for the monitor costs | checkpoint_stamp, storing the clock's time
# sleep
- late | 2 ms: ends late by | lateness | sleep/timeout_lateness sleeper:parker slice_ms:2 slack_ns:
- late_burning | 2 ms, burning the CPU at its end: by | lateness | sleep/timeout_lateness sleeper:parker_spin slice_ms:2 slack_ns:

- woken_same | woken by a thread on its CPU | latency | sleep/wake_latency sleeper:parker slice_ms:2 placement:same
- woken_other | woken on another, idle CPU | latency | sleep/wake_latency sleeper:parker slice_ms:2 placement:core
= woken_other | Waking an idle CPU takes | woken_same, waking one's own | ; suspects: the guest's halt, the host's exit
# noise
- taken | taken from 20 ms of a thread | taken | !noise/taken beside:
)";

std::vector<std::string> parts_of(std::string_view text, char separator) {
    std::vector<std::string> parts;
    boost::split(parts, text, [=](char each) { return each == separator; });
    for (std::string& part : parts) {
        boost::trim(part);
    }
    return parts;
}

/// `path parameter:text …`; an empty text is that of a parameter that the case does not have.
report::case_pattern pattern_of(const std::string& text) {
    std::vector<std::string> parts = parts_of(text, ' ');
    report::case_pattern pattern{parts.front()};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t colon = parts[i].find(':');
        pattern.texts.emplace_back(parts[i].substr(0, colon), parts[i].substr(colon + 1));
    }
    return pattern;
}

/// "queue/stream" is measured by testQueue.
std::string program_of(const std::string& path) {
    std::string name = path.substr(0, path.find('/'));
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return "test" + name;
}

line_rule line_from(const std::vector<std::string>& parts) {
    line_rule rule{parts.at(0), parts.at(1), parts.at(2), {}, {}, {}, parts.at(3).front() == '!'};
    for (const std::string& cases : parts_of(parts[3].substr(rule.first_of_many ? 1 : 0), ';')) {
        rule.among.push_back(pattern_of(cases));
    }
    if (parts.size() > 4) {
        rule.less = pattern_of(parts[4]);
    }
    rule.program = program_of(rule.among.front().path);
    return rule;
}

claim_rule claim_from(const std::vector<std::string>& parts) {
    claim_rule rule{parts.at(0), parts.at(1), {}, {}};
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i].front() == ';') {
            rule.in_a_guest = parts[i];
        } else {
            const std::size_t comma = parts[i].find(", ");
            rule.others.push_back({parts[i].substr(0, comma), parts[i].substr(comma + 2)});
        }
    }
    return rule;
}

std::vector<section_rule> read_table() {
    std::vector<section_rule> sections;
    for (const std::string& line : parts_of(rules_text, '\n')) {
        const std::vector<std::string> parts = parts_of(line.substr(line.empty() ? 0 : 1), '|');
        if (line.empty()) {
            if (!sections.empty()) {
                sections.back().groups.emplace_back();
            }
        } else if (line.front() == '#') {
            sections.push_back({parts.at(0), {{}}, {}});
        } else if (line.front() == '-') {
            sections.back().groups.back().push_back(line_from(parts));
        } else {
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
