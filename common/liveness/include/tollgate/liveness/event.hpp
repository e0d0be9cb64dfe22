// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

/// Why a thread makes no progress, as far as the system tells.
enum class thread_state {
    unknown,  ///< the system does not say
    blocked,  ///< it waits for a lock, a file, another thread
    spinning, ///< it runs and makes no progress: a live-lock, a long computation
    starved,  ///< it wants to run, but other threads have its CPU
    stopped,  ///< a signal or a debugger has stopped it
    gone      ///< it has ended without leaving its scope
};

/// "unknown", "blocked", …
[[nodiscard]] constexpr std::string_view to_string(thread_state state) {
    constexpr std::string_view names[] = {"unknown", "blocked", "spinning",
                                          "starved", "stopped", "gone"};
    return names[static_cast<std::size_t>(state)];
}

/// A call on a thread's stack.
struct call {
    /// "/usr/bin/server+0x1a2b3": the module of the code, and the number that addr2line wants. If
    /// that number is unknown, the offset in the file: "/lib/a.so (deleted), byte 0x2b3". For code
    /// without a module (generated at run time), the address alone.
    std::string place;
    std::string file;         ///< the file for addr2line; empty if there is none
    std::uint64_t offset = 0; ///< the number for addr2line, if there is a file
};

/// The state of a frozen thread, found from outside.
struct diagnosis {
    thread_state state = thread_state::unknown; ///< concluded from the times below
    /// The kernel function in which a blocked thread waits, if the kernel tells:
    /// "futex_wait_queue".
    std::string wait_channel;
    std::chrono::nanoseconds observed{0};       ///< between two samples; zero with only one sample
    std::chrono::nanoseconds ran{0};            ///< the part of `observed` on a CPU
    std::chrono::nanoseconds waited_for_cpu{0}; ///< the part of `observed` waiting for a CPU
    std::vector<call> stack; ///< the innermost call first; empty without settings::stacks
};

/// A checkpoint in the history of a report.
struct passed_checkpoint {
    std::uint32_t id = 0; ///< the number given to checkpoint()
    /// The time from the checkpoint to the report. The resolution is the monitor's period. An age
    /// above 49 days is shown too small.
    std::chrono::milliseconds age{0};
    std::uint64_t ticks = 0; ///< the CPU's counter at the checkpoint; 0 without stamps::counter
};

/// A registry's report about one watched scope. A plain value, independent of the thread.
///
///     const auto has_to_act = [](const tollgate::liveness::event& report) {
///         return report.type == tollgate::liveness::event::kind::overdue;
///     };
struct event {
    /// The kinds of reports of an episode, in their order.
    enum class kind {
        frozen,   ///< no checkpoint for the scope's timeout: the level "warn"
        overdue,  ///< none for the grace after that: the level "act"
        recovered ///< after either: the thread has passed a checkpoint, or left the scope
    };

    kind type = kind::frozen;   ///< the kind of this report
    std::string name;           ///< the scope's: any bytes, watched_scope::longest_name at most
    std::int64_t thread_id = 0; ///< the system's; of a migrating scope, the last thread's
    std::uint64_t episode = 0;  ///< its number in the registry, from 1; same in all its events
    std::vector<passed_checkpoint> history; ///< the last ones before the freeze, oldest first
    std::uint64_t checkpoints = 0;          ///< the number passed in this scope
    std::chrono::nanoseconds timeout{0};    ///< the scope's timeout
    /// The monitor's time without a checkpoint. The real time is at least as long.
    std::chrono::nanoseconds silent_for{0};
    std::chrono::system_clock::time_point at; ///< the date, for readers alone
    diagnosis why;                            ///< empty in an event of kind::recovered
    std::uint64_t lost_before = 0;            ///< events lost between the last event and this event
};

/// "frozen", "overdue" or "recovered".
[[nodiscard]] constexpr std::string_view to_string(event::kind kind) {
    constexpr std::string_view names[] = {"frozen", "overdue", "recovered"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace tollgate::liveness
