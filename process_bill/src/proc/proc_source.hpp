// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "pace.hpp"
#include "proc_files.hpp"
#include "processes.hpp"
#include "source_clocks.hpp"
#include "thread_reader.hpp"
#include "thread_table.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::bill {

/// Observes processes by samples of /proc.
///
///     proc_source source({find_process(files, 1234)}, proc_source::target::running);
///     for (auto due = source.sample(); due < end && !source.all_ended(); due = source.sample()) {
///         std::this_thread::sleep_until(due);
///     }
///     const observation seen = source.read_all();
///
/// - *Threads*: one thread at a time may use an object.
/// - *Exceptions*: std::system_error if this process has no free descriptor or memory. A process or
///   thread that ends is no error.
/// - *Cost*: all together takes at most 0.5 % of a CPU, as later samples are taken less often. Only
///   the first sample, which reads all threads, and the last `read_all()` do not count.
class proc_source {
public:
    enum class target {
        running, ///< processes that have been running before
        command  ///< a process that this one has just started, and its descendants
    };

    proc_source(std::vector<process_identity> processes, target observed,
                const std::filesystem::path& root = "/proc",
                source_clocks clocks = clocks_of_this_machine());
    proc_source(const proc_source&) = delete;
    proc_source& operator=(const proc_source&) = delete;

    /// Reads all threads the first time, and then a part of them in turn, if there are many.
    /// Returns the time at which the next sample is due.
    std::chrono::steady_clock::time_point sample();

    /// Does this work, whose CPU time counts like that of a sample.
    template <class Work>
    void count_cost(Work&& work) {
        const std::chrono::nanoseconds before = clocks_.thread_cpu();
        std::forward<Work>(work)();
        spend(clocks_.thread_cpu() - before);
    }

    /// The number of existing threads.
    [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }

    /// One of the existing threads, each in its turn. Nothing: there is none.
    [[nodiscard]] std::optional<thread_id> next_thread();

    /// True if no process is left. A zombie is none.
    [[nodiscard]] bool all_ended() const;

    /// Reads all threads, and returns what was observed since the construction.
    [[nodiscard]] observation read_all();

    /// The observed processes; of a command, 1,000 descendants at most.
    [[nodiscard]] std::vector<process_identity> processes() const;

private:
    struct observed_process {
        process_identity identity;
        bool is_first_reading = true;
        bool ended = false;
        std::uint64_t ticks_before = 0; ///< the CPU time before the observation
        std::uint64_t ticks = 0;
        std::uint64_t children_ticks = 0;
    };

    void spend(std::chrono::nanoseconds cost);
    void refresh();
    void refresh_process(observed_process& process, std::vector<thread_id>& threads);
    void find_descendants();
    void drop_ended();
    void count_cpus();
    [[nodiscard]] std::optional<std::chrono::nanoseconds> idle_time();
    [[nodiscard]] std::uint64_t used_ticks() const;

    proc_files files_;
    source_clocks clocks_;
    thread_reader reader_;
    thread_table threads_;
    target observed_;
    std::vector<observed_process> processes_; ///< a command comes first
    std::optional<descendants> descendants_;
    std::chrono::steady_clock::time_point search_due_; ///< for descendants
    std::uint64_t dropped_ticks_ = 0; ///< the CPU time of processes that are not kept
    pace pace_;
    bool is_first_sample_ = true;
    std::size_t next_ = 0; ///< the next thread to read
    std::size_t turn_ = 0; ///< of next_thread()
    std::chrono::steady_clock::time_point began_;
    std::chrono::nanoseconds own_cpu_{};
    int cpus_ = 1;
    std::optional<std::chrono::nanoseconds> idle_before_; ///< since the machine started
    std::set<std::string> remarks_;
};

} // namespace tollgate::bill
