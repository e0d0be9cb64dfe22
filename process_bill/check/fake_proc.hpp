// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "proc/source_clocks.hpp"

#include <tollgate/testing/temporary_folder.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/types.h>

namespace tollgate::bill {

/// The text of a `stat` with these fields.
struct fake_stat {
    pid_t id = 0;
    std::string name = "fake";
    char state = 'S';
    pid_t parent = 1;
    std::uint64_t cpu_ticks = 0;
    int threads = 1;
    std::uint64_t start_ticks = 50;
    unsigned flags = 4194304;

    [[nodiscard]] std::string text() const {
        return fmt::format("{} ({}) {} {} 1 1 0 -1 {} 0 0 0 0 {} 0 0 0 20 0 {} 0 {} 99 9 0\n", id,
                           name, state, parent, flags, cpu_ticks, threads, start_ticks);
    }
};

/// The content of the files of a fake thread.
struct fake_thread {
    std::string name = "fake";
    char state = 'S';
    std::uint64_t cpu_ns = 1;
    std::uint64_t runnable_ns = 0;
    std::uint64_t runs = 1;
    std::uint64_t voluntary = 0;
    std::uint64_t involuntary = 0;
    std::uint64_t migrations = 0;
    std::string call = "running";
    std::string function = "0"; ///< of the kernel
    std::uint64_t start_ticks = 50;
};

/// The text of `syscall` in a thread that waits in this call.
inline std::string waits_in(long number, std::uint64_t first_argument) {
    return fmt::format("{} {:#x} 0x1 0x2 0x3 0x4 0x5 0x7ffd12345678 0x7f0011223344\n", number,
                       first_argument);
}

/// A folder with the files of /proc that the program reads.
class fake_proc {
public:
    /// The folder that stands for /proc.
    [[nodiscard]] std::filesystem::path root() const { return folder_ / "proc"; }
    [[nodiscard]] const testing::temporary_folder& machine() const { return folder_; }

    void write(const fake_stat& stat) const {
        const std::string process = fmt::format("proc/{}/", stat.id);
        folder_.write(process + "stat", stat.text());
        folder_.write(process + "status", status(stat.id, {.name = stat.name}));
        std::filesystem::create_directories(folder_ / (process + "task"));
    }

    void write(pid_t process, pid_t id, const fake_thread& thread) const {
        const std::string task = fmt::format("proc/{}/task/{}/", process, id);
        replace(task + "stat", fake_stat{.id = id,
                                         .name = thread.name,
                                         .state = thread.state,
                                         .start_ticks = thread.start_ticks}
                                   .text());
        replace(task + "status", status(process, thread));
        replace(task + "schedstat",
                fmt::format("{} {} {}\n", thread.cpu_ns, thread.runnable_ns, thread.runs));
        replace(task + "sched", fmt::format("fake (1, #threads: 1)\nse.nr_migrations   :  {}\n",
                                            thread.migrations));
        replace(task + "syscall", thread.call);
        replace(task + "wchan", thread.function);
    }

    void descriptor(pid_t process, int number, const std::string& target) const {
        const std::filesystem::path folder = folder_ / fmt::format("proc/{}/fd", process);
        std::filesystem::create_directories(folder);
        std::filesystem::create_symlink(target, folder / std::to_string(number));
    }

    void remove(const std::string& path) const { std::filesystem::remove_all(root() / path); }

private:
    /// ext4 writes a file that is truncated to the disk at once, which takes milliseconds.
    void replace(const std::string& file, const std::string& text) const {
        std::filesystem::remove(folder_ / file);
        folder_.write(file, text);
    }

    static std::string status(pid_t process, const fake_thread& thread) {
        return fmt::format("Name:\t{}\nState:\t{} (state)\nTgid:\t{}\nTracerPid:\t0\n"
                           "Cpus_allowed_list:\t0-3\nvoluntary_ctxt_switches:\t{}\n"
                           "nonvoluntary_ctxt_switches:\t{}\n",
                           thread.name, thread.state, process, thread.voluntary,
                           thread.involuntary);
    }

    testing::temporary_folder folder_;
};

/// Clocks that are moved by hand. The observation begins 1 s after the machine.
struct fake_clocks {
    std::chrono::steady_clock::time_point now{std::chrono::hours(1)};
    std::chrono::nanoseconds cost{}; ///< of a sample: from one reading of `cpu` to the next
    std::chrono::nanoseconds cpu{};
    std::uint64_t readings = 0; ///< of `now`

    [[nodiscard]] source_clocks clocks() {
        return {[this] {
                    ++readings;
                    return now;
                },
                [this] { return cpu += cost; },
                [this, begin = now] { return std::chrono::seconds(1) + (now - begin); }};
    }
};

} // namespace tollgate::bill
