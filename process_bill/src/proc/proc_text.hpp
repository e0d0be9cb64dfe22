// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace tollgate::bill {

// Readers of the texts in /proc. They are pure, and the locale has no influence. Each returns
// nullopt for a text that is not of its kind. A view in a result is a part of the given text.

/// A part of `stat`, of a process or of a thread.
struct stat_fields {
    std::string_view name; ///< any bytes, also parentheses and line feeds
    char state = '?'; ///< a letter: R runs, S waits, D waits uninterruptibly, T stopped, Z ended
    pid_t parent = 0;
    bool kernel_thread = false;
    std::uint64_t cpu_ticks = 0;      ///< user and system time; of a process: of all threads ever
    std::uint64_t children_ticks = 0; ///< the same of the children that ended
    std::int64_t threads = 0;
    std::uint64_t start_ticks = 0; ///< the time of its start, since the machine started
};
[[nodiscard]] std::optional<stat_fields> parse_stat(std::string_view text);

/// Whether a process has ended, and keeps its id until its parent asks how it ended. If only its
/// first thread has ended, other threads may live on.
[[nodiscard]] inline bool is_zombie(const stat_fields& process) {
    return (process.state == 'Z' || process.state == 'X') && process.threads <= 1;
}

/// A part of `status`, of a process or of a thread.
struct status_fields {
    std::string name; ///< any bytes
    char state = '?'; ///< as in stat_fields
    pid_t process = 0;
    pid_t tracer = 0; ///< the debugger; 0: none
    std::uint64_t voluntary = 0;
    std::uint64_t involuntary = 0;
    std::string_view cpus_allowed; ///< a list such as "0-3,8"
};
[[nodiscard]] std::optional<status_fields> parse_status(std::string_view text);

/// `schedstat` of a thread. A kernel without these counts writes three zeros.
struct schedstat_fields {
    std::uint64_t cpu_ns = 0;
    std::uint64_t runnable_ns = 0;
    std::uint64_t runs = 0; ///< how often it got a CPU
};
[[nodiscard]] std::optional<schedstat_fields> parse_schedstat(std::string_view text);

/// The number of migrations in `sched` of a thread.
[[nodiscard]] std::optional<std::uint64_t> parse_migrations(std::string_view text);

/// `syscall` of a thread: what it waits in.
struct current_call {
    bool running = false; ///< it runs or can run, and nothing else is known
    long number = -1;     ///< -1: it waits, but not in a system call
    std::uint64_t first_argument = 0;
    std::uint64_t stack_pointer = 0; ///< 0: a thread of the kernel
};
[[nodiscard]] std::optional<current_call> parse_current_call(std::string_view text);

/// The ticks in which the CPUs of the machine had nothing to run, from the first line of
/// /proc/stat: also those in which they waited for a disk.
[[nodiscard]] std::optional<std::uint64_t> parse_idle_ticks(std::string_view text);

} // namespace tollgate::bill
