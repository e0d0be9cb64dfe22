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
    blocked,  ///< it waits: a lock, a file, another thread
    spinning, ///< it runs, and gets nowhere: a live-lock, a long computation
    starved,  ///< it wants to run, and others have its CPU
    stopped,  ///< by a signal or a debugger
    gone      ///< it has ended without leaving its scope
};

[[nodiscard]] constexpr std::string_view to_string(thread_state state) {
    constexpr std::string_view names[] = {"unknown", "blocked", "spinning",
                                          "starved", "stopped", "gone"};
    return names[static_cast<std::size_t>(state)];
}

/// A call on a thread's stack.
struct call {
    /// "/usr/bin/server+0x1a2b3": the module that its code lies in, and the number that addr2line
    /// wants. Without that number "/lib/a.so (deleted), byte 0x2b3" says where in the file it is;
    /// of code that no module has, as of one made at run time, the address alone.
    std::string place;
    std::string file;         ///< that addr2line finds its name in; empty if there is none
    std::uint64_t offset = 0; ///< the number for addr2line, if there is a file
};

/// What was found out about a frozen thread from outside.
struct diagnosis {
    thread_state state = thread_state::unknown;
    /// Where in the kernel it waits, if it is blocked and the kernel tells: "futex_wait_queue".
    std::string wait_channel;
    /// For so long it was observed, ran, and waited for a CPU: what `state` was concluded from. The
    /// first is zero if it was seen only once.
    std::chrono::nanoseconds observed{0};
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited_for_cpu{0};
    std::vector<call> stack; ///< the innermost call first; empty unless asked for
};

/// A checkpoint that a thread has passed, as the history of a report has it.
struct passed_checkpoint {
    std::uint32_t id = 0;
    /// So long before the report, at the monitor's resolution: the monitor looks at its clock once
    /// a period. What is older than 49 days is shown as younger.
    std::chrono::milliseconds age{0};
    /// The CPU's counter when the thread passed it, if the registry stamps with that; otherwise 0.
    std::uint64_t ticks = 0;
};

/// What a registry has to say of one watched scope. A plain value: it stays what it is when the
/// thread goes on, or is gone.
struct event {
    enum class kind {
        frozen,   ///< no checkpoint for the scope's timeout: the level "warn"
        overdue,  ///< none for the time after which somebody should act: the level "act"
        recovered ///< after either: the thread has passed a checkpoint, or left the scope
    };

    kind what = kind::frozen;
    std::string name;           ///< of the scope, any bytes; at most watched_scope::longest_name
    std::int64_t thread_id = 0; ///< the system's; of a migrating scope, the last one's to pass
    /// Episodes are numbered by their registry from 1: the same in all events of one.
    std::uint64_t episode = 0;
    /// The last checkpoints before the freeze, the oldest first.
    std::vector<passed_checkpoint> history;
    std::uint64_t checkpoints = 0; ///< passed in this scope
    std::chrono::nanoseconds timeout{0};
    /// For so long no checkpoint had been passed, of the monitor's time: at least that.
    std::chrono::nanoseconds silent_for{0};
    std::chrono::system_clock::time_point at; ///< for readers; nothing is concluded from it
    diagnosis why;                            ///< nothing of a thread that has recovered
    std::uint64_t lost_before = 0;            ///< so many events since the last were lost
};

[[nodiscard]] constexpr std::string_view to_string(event::kind what) {
    constexpr std::string_view names[] = {"frozen", "overdue", "recovered"};
    return names[static_cast<std::size_t>(what)];
}

} // namespace tollgate::liveness
