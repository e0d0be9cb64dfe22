// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

/// The reason why a thread makes no progress, as far as the system provides the reason.
enum class thread_state {
    unknown,  ///< the system does not provide the reason
    blocked,  ///< the thread waits for a lock, a file or another thread
    spinning, ///< the thread runs without progress: a live-lock or a long computation
    starved,  ///< the thread could run, but other threads have its CPU
    stopped,  ///< a signal or a debugger has stopped the thread
    gone      ///< the thread has ended without leaving its scope
};

/// Returns "unknown", "blocked" and so on.
[[nodiscard]] constexpr std::string_view to_string(thread_state state) {
    constexpr std::string_view names[] = {"unknown", "blocked", "spinning",
                                          "starved", "stopped", "gone"};
    return names[static_cast<std::size_t>(state)];
}

/// A call on a thread's stack.
struct call {
    /// The module of the code, and the number for addr2line, as in "/usr/bin/server+0x1a2b3". If
    /// this number is unknown, the text contains the offset in the file: "/lib/a.so (deleted), byte
    /// 0x2b3". For code that was generated at run time, the text contains only the address.
    std::string place;
    std::string file;         ///< the file for addr2line; empty if there is no such file
    std::uint64_t offset = 0; ///< the number for addr2line, if there is a file
};

/// The state of a frozen thread. The registry concludes the state from two samples. A sample shows
/// whether the thread runs or waits, and the CPU times of the thread.
struct diagnosis {
    thread_state state = thread_state::unknown; ///< the conclusion from the times below
    /// The kernel function in which a blocked thread waits, such as "futex_wait_queue". Empty if
    /// the kernel does not provide the function.
    std::string wait_channel;
    /// The time between the two samples. Zero if there is only one sample.
    std::chrono::nanoseconds observed{0};
    /// The part of `observed` in which the thread ran.
    std::chrono::nanoseconds ran{0};
    /// The part of `observed` in which the thread waited for a CPU.
    std::chrono::nanoseconds waited_for_cpu{0};
    std::vector<call> stack; ///< the innermost call first; empty without settings::stacks
};

/// A checkpoint in the history of a report.
struct passed_checkpoint {
    std::uint32_t id = 0; ///< the number that was given to checkpoint()
    /// The time from the checkpoint to the report. The resolution is the registry's period. If the
    /// time is longer than 49 days, `age` is too small.
    std::chrono::milliseconds age{0};
    std::uint64_t ticks = 0; ///< the CPU's counter at the checkpoint; 0 without stamps::counter
};

/// A registry's report about one watched scope. An event is a plain value, which stays valid after
/// the thread has ended.
///
///     const auto has_to_act = [](const tollgate::liveness::event& report) {
///         return report.type == tollgate::liveness::event::kind::overdue;
///     };
struct event {
    /// The kinds of reports. An *episode* is the time from a freeze until the scope passes a
    /// checkpoint or ends. An episode has at most one report of each kind, in this order.
    enum class kind {
        frozen,   ///< no checkpoint for the scope's timeout: a warning
        overdue,  ///< frozen for the scope's grace time: the time to act
        recovered ///< after frozen or overdue, the thread has passed a checkpoint or left the scope
    };

    kind type = kind::frozen; ///< the kind of this report
    /// The scope's name: any bytes, at most watched_scope::longest_name bytes.
    std::string name;
    std::int64_t thread_id = 0; ///< the system's id of the thread that was last in the scope
    /// The number of the episode in the registry, from 1. All events of an episode have this
    /// number.
    std::uint64_t episode = 0;
    /// The last checkpoints before the freeze, the oldest first.
    std::vector<passed_checkpoint> history;
    std::uint64_t checkpoints = 0;       ///< the number of checkpoints passed in this scope
    std::chrono::nanoseconds timeout{0}; ///< the scope's timeout
    /// The time without a checkpoint, as the monitor counts this time. The real time is at least as
    /// long.
    std::chrono::nanoseconds silent_for{0};
    std::chrono::system_clock::time_point at; ///< the date of the report, only for people
    diagnosis why;                            ///< empty in an event of kind::recovered
    std::uint64_t lost_before = 0;            ///< events lost between the last event and this event
};

/// Returns "frozen", "overdue" or "recovered".
[[nodiscard]] constexpr std::string_view to_string(event::kind kind) {
    constexpr std::string_view names[] = {"frozen", "overdue", "recovered"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace tollgate::liveness
