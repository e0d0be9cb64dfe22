// SPDX-License-Identifier: BSL-1.0
#include "lines.hpp"

#include <utility>

namespace tollgate::cost_sheet {
namespace {

using report::case_pattern;
using patterns = std::vector<case_pattern>;

/// A line of the cheapest of these.
line_rule alone(std::string_view about, std::string_view what, patterns among,
                std::string_view program, std::string_view only) {
    return {about, what, std::move(among), {}, program, only};
}

/// A line of what one costs besides another.
line_rule besides(std::string_view about, std::string_view what, case_pattern one,
                  case_pattern less, std::string_view program, std::string_view only) {
    return {about, what, {std::move(one)}, std::move(less), program, only};
}

/// A queue that takes any number; others' capacities are numbers.
case_pattern unbounded(case_pattern queue) {
    queue.texts.emplace_back("capacity", "unbounded");
    return queue;
}

/// For sentences.
line_rule unseen(std::string_view about, case_pattern one) {
    return {about, {}, {std::move(one)}, {}, {}, {}};
}

section_rule switching() {
    const auto fiber = [](const char* scheduler, const char* yield) -> patterns {
        return {
            {"fiber/yield", {{"impl", scheduler}, {"call", yield}, {"linked", ""}, {"stack", ""}}}};
    };
    const auto thread = [](const char* path, const char* where) -> patterns {
        return {{path, {{"placement", where}}}};
    };
    const group_rule switches{alone("fiber_own", "fiber: Tollgate yield and scheduler",
                                    fiber("tollgate", "tollgate"), "testFiber", "yield"),
                              alone("fiber_scheduler", "fiber: Boost yield, Tollgate scheduler",
                                    fiber("tollgate", ""), "testFiber", "yield"),
                              alone("fiber_boost", "fiber: Boost yield and scheduler",
                                    fiber("", ""), "testFiber", "yield"),
                              alone("thread_one_cpu", "thread to thread, one CPU",
                                    thread("thread/condvar", "same"), "testThread", "same"),
                              alone("thread_spins", "to a thread that spins, other CPU",
                                    thread("thread/spin", "core"), "testThread", "spin"),
                              alone("thread_sleeps", "to a thread that sleeps, other CPU",
                                    thread("thread/condvar", "core"), "testThread", "core")};
    const claim_rule fibers{"fiber_own",
                            "A Tollgate yield",
                            "costs",
                            {{"thread_one_cpu", "a thread hand-off on one CPU"},
                             {"thread_sleeps", "one to an idle CPU"}}};
    return {"switch", {switches}, {fibers}};
}

group_rule hand_overs() {
    const auto queue = [](const char* impl, const char* where) -> case_pattern {
        return {"queue/pingpong", {{"impl", impl}, {"pop", ""}, {"placement", where}}};
    };
    const auto channel = [](const char* impl, const char* capacity) -> patterns {
        return {{"queue/pingpong",
                 {{"impl", impl},
                  {"between", "fibers"},
                  {"capacity", capacity},
                  {"placement", "same"}}}};
    };
    return {alone("message_fibers", "between fibers, Tollgate's channel",
                  channel("tollgate_channel", "64"), "testQueue", "between:f"),
            alone("message_fibers_boost", "between fibers, Boost's channel",
                  channel("boost_fiber_buffered", "127"), "testQueue", "between:f"),
            alone("message_awake", "spinning, other CPU, Tollgate's queue",
                  {queue("blocking", "core")}, "testQueue", "pingpong"),
            alone("message_awake_peer", "awake, peer",
                  {queue("boost_spsc", "core"), unbounded(queue("moodycamel_blocking", "core")),
                   queue("tbb_bounded", "core")},
                  "testQueue", "pingpong"),
            alone("message_one_cpu", "asleep, one CPU, Tollgate's queue",
                  {queue("blocking", "same")}, "testQueue", "pingpong"),
            alone("message_asleep", "asleep, other CPU, mutex + condvar",
                  {queue("mutex_condvar", "core")}, "testQueue", "pingpong")};
}

section_rule messages() {
    const auto stream = [](const char* impl) -> case_pattern {
        return {"queue/stream", {{"impl", impl}, {"pop", ""}, {"placement", "core"}}};
    };
    const group_rule streams{alone("stream_own", "stream, Tollgate's SPSC queue", {stream("spsc")},
                                   "testQueue", "stream"),
                             alone("stream_peer", "stream, peer",
                                   {stream("cached_ring"), unbounded(stream("moodycamel_blocking")),
                                    stream("tbb_bounded")},
                                   "testQueue", "stream"),
                             alone("stream_condvar", "stream, mutex + condvar",
                                   {stream("mutex_condvar")}, "testQueue", "stream")};
    const claim_rule stages{
        "message_fibers",
        "Tollgate's fiber channel",
        "costs",
        {{"message_one_cpu", "threads on one CPU"}, {"stream_own", "threads streaming on two"}}};
    return {"message", {hand_overs(), streams}, {stages}};
}

section_rule limits() {
    const auto receive = [](const char* path, const char* clock) -> case_pattern {
        return {path, {{"impl", "tollgate"}, {"clock", clock}, {"between", "fibers"}}};
    };
    const auto timers = [](const char* impl) -> patterns {
        return {{"timeout/armed/arm_cancel", {{"impl", impl}, {"timers", "1000000"}}}};
    };
    const group_rule receives{
        besides("limit_kernel", "adds to a fiber's receive, by OS clock",
                receive("timeout/timeout", "os"), receive("timeout/baseline", "os"), "testTimeout",
                "os/betw"),
        besides("limit_counter", "adds to a fiber's receive, CPU counter",
                receive("timeout/timeout", "tsc"), receive("timeout/baseline", "tsc"),
                "testTimeout", "tsc/betw"),
        besides("limit_deferred", "adds to a fiber's receive, no clock",
                receive("timeout/deferred", "os"), receive("timeout/baseline", "os"), "testTimeout",
                "deferred")};
    const group_rule millions{alone("timers_wheel", "one of a million timers, in a wheel",
                                    timers("tollgate"), "testTimeout", "1000000"),
                              alone("timers_heap", "one of a million timers, in a heap",
                                    timers("heap"), "testTimeout", "1000000")};
    const claim_rule clocks{"limit_counter",
                            "By the CPU's counter a limit that never expires",
                            "adds",
                            {{"limit_kernel", "that by the OS clock"}}};
    return {"limit", {receives, millions}, {clocks}};
}

section_rule stopping() {
    const auto ask = [](const char* impl, const char* token) -> case_pattern {
        return {"cancel/check", {{"impl", impl}, {"token", token}}};
    };
    const group_rule waits{
        besides("token_wait", "a token adds to a wait",
                {"cancel/wait_overhead",
                 {{"impl", "tollgate"}, {"token", "standalone"}, {"policy", "adaptive"}}},
                {"cancel/wait_overhead", {{"impl", "bare"}}}, "testCancel", "overhead")};
    const group_rule asking{alone("token_ask", "asking a token if it is cancelled",
                                  {ask("tollgate", "standalone")}, "testCancel", "check"),
                            unseen("token_ask_std", ask("std", ""))};
    const group_rule returns{alone("token_returned", "cancel() until a waiter has returned",
                                   {{"cancel/cancel_to_return",
                                     {{"impl", "tollgate"},
                                      {"policy", "adaptive"},
                                      {"waiting_in", "condvar"},
                                      {"placement", "core"}}}},
                                   "testCancel", "return")};
    const claim_rule asks{
        "token_ask", "Asking a token", "costs", {{"token_ask_std", "asking a std::stop_token"}}};
    return {"stop", {waits, asking, returns}, {asks}};
}

section_rule watching() {
    const group_rule checkpoints{
        alone("checkpoint", "a worker's checkpoint",
              {{"liveness/checkpoint",
                {{"impl", "tollgate"}, {"policy", "coarse"}, {"threads", "1"}}}},
              "testLiveness", "point"),
        unseen("checkpoint_stamp",
               {"liveness/checkpoint", {{"impl", "clock_stamp"}, {"threads", "1"}}})};
    const group_rule reports{alone("reported", "stuck past 5 ms: monitor reports after",
                                   {{"liveness/detection_delay", {{"timeout_ms", "5"}}}},
                                   "testLiveness", "delay")};
    const claim_rule stamps{"checkpoint",
                            "A worker's checkpoint for the monitor",
                            "costs",
                            {{"checkpoint_stamp", "storing the clock's time"}}};
    return {"watch", {checkpoints, reports}, {stamps}};
}

section_rule sleeping() {
    const auto late = [](const char* sleeper) -> patterns {
        return {{"sleep/timeout_lateness",
                 {{"sleeper", sleeper}, {"slice_ms", "2"}, {"slack_ns", ""}}}};
    };
    const auto woken = [](const char* where) -> patterns {
        return {{"sleep/wake_latency",
                 {{"sleeper", "parker"}, {"slice_ms", "2"}, {"placement", where}}}};
    };
    const group_rule sleeps{
        alone("late", "2 ms: ends late by", late("parker"), "testSleep", "lateness"),
        alone("late_burning", "2 ms, burning the CPU at its end: by", late("parker_spin"),
              "testSleep", "lateness")};
    const group_rule wakes{
        alone("woken_same", "woken by a thread on its CPU", woken("same"), "testSleep", "latency"),
        alone("woken_other", "woken on another, idle CPU", woken("core"), "testSleep", "latency")};
    const claim_rule idle{"woken_other",
                          "Waking an idle CPU",
                          "takes",
                          {{"woken_same", "waking one's own"}},
                          "; suspects: the guest's halt, the host's exit"};
    return {"sleep", {sleeps, wakes}, {idle}};
}

section_rule taking() {
    line_rule taken = alone("taken", "taken from 20 ms of a thread, one CPU",
                            {{"noise/taken", {{"beside", ""}}}}, "testNoise", "taken");
    taken.first_of_many = true; // the CPUs that a run is allowed need not begin with CPU 0
    return {"noise", {{std::move(taken)}}, {}};
}

} // namespace

const std::vector<section_rule>& screen_rules() {
    static const std::vector<section_rule> rules{switching(), messages(), limits(), stopping(),
                                                 watching(),  sleeping(), taking()};
    return rules;
}

} // namespace tollgate::cost_sheet
