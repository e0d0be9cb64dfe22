// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "proc_files.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// A process. Another process may have the same id later, but not the same time of its start.
struct process_identity {
    pid_t id = 0;
    std::uint64_t start_ticks = 0; ///< since the machine started
    std::string name;              ///< any bytes

    /// "redis-server (1234)", harmless on a terminal.
    [[nodiscard]] std::string label() const;
};

/// The process with this id. Throws run::usage_error if there is none, if the id is that of a
/// thread or of the kernel, or if the process has ended and only its parent does not know it yet.
[[nodiscard]] process_identity find_process(proc_files& files, pid_t id);

/// The child of this process with this id, which may have ended.
[[nodiscard]] process_identity find_child(proc_files& files, pid_t id);

/// The processes whose name is `name`, without this one. Throws run::usage_error if there is none.
[[nodiscard]] std::vector<process_identity> find_processes(proc_files& files,
                                                           std::string_view name);

/// The children of these processes that are none of these processes, nor this one.
[[nodiscard]] std::vector<process_identity>
find_other_children(proc_files& files, const std::vector<process_identity>& of);

/// Finds the children of processes, and their children.
class descendants {
public:
    explicit descendants(pid_t root) : root_(root), known_{root} {}

    /// The descendants that were not found before. Each call lists all processes of the machine,
    /// and reads a file of each process that the call before did not list.
    [[nodiscard]] std::vector<process_identity> find_new(proc_files& files);

private:
    pid_t root_;
    std::vector<pid_t> known_;  ///< the root and its descendants that exist
    std::vector<pid_t> listed_; ///< all processes of the last call
};

} // namespace tollgate::bill
