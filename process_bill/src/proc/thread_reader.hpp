// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "proc_files.hpp"
#include "thread_record.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::bill {

/// Reads the files of threads. A thread may end at any time: each function then returns nullopt.
class thread_reader {
public:
    explicit thread_reader(proc_files& files) : files_(&files) {}

    /// Reads the times. This is the cheapest file.
    [[nodiscard]] std::optional<schedstat_fields> times(pid_t process, pid_t thread);

    /// Reads the rest.
    [[nodiscard]] std::optional<thread_reading> reading(pid_t process, pid_t thread,
                                                        const schedstat_fields& times,
                                                        std::chrono::steady_clock::time_point now,
                                                        bool with_migrations);

    /// When the thread started, in ticks since the machine started.
    [[nodiscard]] std::optional<std::uint64_t> start_ticks(pid_t process, pid_t thread);

    /// Sentences: which files could not be read, why, and what would allow it.
    [[nodiscard]] std::vector<std::string> remarks() const;

private:
    std::optional<wait_place> place(pid_t process, pid_t thread, char state);
    wait_place place_in(pid_t process, const current_call& call);

    proc_files* files_;
    std::map<pid_t, int> refused_; ///< the processes whose `syscall` cannot be read, and the error
    bool counts_no_times_ = false;
};

} // namespace tollgate::bill
