// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "diagnose.hpp"
#include "modules.hpp"
#include "scanner.hpp"

#include <tollgate/liveness/settings.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tollgate::liveness::detail {

/// As in `statistics`. Each is written by one thread or incremented, and read by any thread.
struct counters {
    std::atomic<std::uint64_t> scans{0};
    std::atomic<std::uint64_t> late_scans{0};
    std::atomic<std::uint64_t> events{0};
    std::atomic<std::uint64_t> lost{0};
    std::atomic<std::uint64_t> failed_calls{0};
};

inline constinit thread_local bool has_ended_inside = false; ///< see join_or_leave

inline void refuse_end_inside(bool has_ended) noexcept {
    if (has_ended) {
        std::fputs("tollgate::liveness: a sink or on_heartbeat ended its registry or thread\n",
                   stderr);
        std::abort();
    }
}

/// Calls a function of the program on a thread of a registry, and counts an exception. Ends the
/// program with a message if the function has destroyed the registry or ends the thread.
template <class Call>
void call_program(std::atomic<std::uint64_t>& failed, Call call) noexcept {
    try {
        call();
        refuse_end_inside(has_ended_inside);
    } catch (...) {
        refuse_end_inside(has_ended_inside || std::current_exception() == nullptr);
        ++failed;
    }
}

/// Diagnoses frozen threads and calls the sinks. The monitor hands its findings over and goes on.
///
/// Any thread may call `take`, `set_sinks` and `add_sink`, and read the counters. One thread at a
/// time may call `report_all`. No lock is held while /proc is read, a sink runs, or memory is
/// allocated or freed: a fork waits for the mutex. Events that come while `longest_queue` events
/// wait are lost and counted. The same number of suspicions is kept; threads beyond it are
/// diagnosed from one sample alone.
class reporter {
public:
    static constexpr std::size_t longest_queue = 4096;

    explicit reporter(const settings& options);

    /// Takes the findings, and leaves `found` empty.
    void take(findings& found) noexcept;
    /// Learns the offsets of files that may be deleted later. Not while report_all runs.
    void read_modules() {
        if (stacks_) {
            const sleep::no_pthread_cancel guard;
            modules_.read_anew();
        }
    }
    /// Reports all findings that were handed over so far.
    void report_all();
    /// Events whose report has not begun by then are lost. May be called while report_all runs.
    void set_deadline(std::chrono::steady_clock::time_point deadline) noexcept {
        deadline_.store(deadline, std::memory_order_relaxed);
    }

    void add_sink(sink added);
    void set_sinks(std::vector<sink> replacements);

    counters counted;

    /// Held while the process forks. The child drops the parent's findings without freeing their
    /// memory.
    [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }
    void start_anew() noexcept;

private:
    /// Replaced, never changed. Each sink is shared, so that adding another one runs no copy
    /// constructor of the program under the mutex.
    using sinks = std::vector<std::shared_ptr<const sink>>;

    void examine(const record* source, event& report);
    [[nodiscard]] bool is_over() const noexcept;

    const bool diagnoses_;
    const bool stacks_;
    std::mutex sinks_mutex_; // locked before the other; a fork does not wait for it
    std::mutex mutex_;
    std::list<suspicion> suspicions_; // under the mutex
    std::list<finding> waiting_;      // under the mutex
    std::uint64_t reported_lost_ = 0; // under the mutex
    std::shared_ptr<sinks> sinks_;    // read with either mutex, changed with both

    // For the thread in report_all.
    /// Samples of threads that were silent for half of their timeout.
    std::unordered_map<const record*, std::optional<thread_sample>> first_samples_;
    modules modules_;

    std::atomic<std::chrono::steady_clock::time_point> deadline_{
        std::chrono::steady_clock::time_point::max()};
};

} // namespace tollgate::liveness::detail
