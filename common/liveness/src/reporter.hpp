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

/// As in `statistics`. Written by one thread each, or added to, and read by any.
struct counters {
    std::atomic<std::uint64_t> looks{0};
    std::atomic<std::uint64_t> late_looks{0};
    std::atomic<std::uint64_t> events{0};
    std::atomic<std::uint64_t> lost{0};
    std::atomic<std::uint64_t> failed_calls{0};
};

inline constinit thread_local bool has_ended_inside = false; ///< see join_or_leave

inline void refuse_end_inside(bool has_ended) noexcept {
    if (has_ended) {
        std::fputs("tollgate::liveness: a sink or on_pulse ended its registry or thread\n", stderr);
        std::abort();
    }
}

/// Calls a function of the program on a thread of a registry. What it throws is counted; if the
/// registry was destroyed in there, or the thread is to end, the program ends with a sentence.
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

/// Finds out why a thread is frozen, and tells the sinks, apart from the monitor, which hands its
/// findings over and goes on.
///
/// Threads: `take`, `set_sinks`, `add_sink` and the numbers may be called by any; `work_off` by one
/// at a time. No lock is held while /proc is read or a sink runs, nor while anything is allocated
/// or given back: a fork waits for the mutex. What is handed over while `longest_queue` events wait
/// is lost, and counted; as many suspicions are kept, and others are diagnosed from one look alone.
class reporter {
public:
    static constexpr std::size_t longest_queue = 4096;

    explicit reporter(const settings& how);

    /// Takes what was found, and leaves `found` empty.
    void take(findings& found) noexcept;
    /// Of a file that is deleted later the offsets are known. For when nobody works off.
    void see_modules() {
        if (stacks_) {
            const sleep::no_pthread_cancel here;
            modules_.read_anew();
        }
    }
    /// Reports all that was handed over so far.
    void work_off();
    /// An event that has not been begun by then is lost. May be called meanwhile.
    void tell_until(std::chrono::steady_clock::time_point last) noexcept {
        last_.store(last, std::memory_order_relaxed);
    }

    void add_sink(sink to);
    void set_sinks(std::vector<sink> all);

    counters counted;

    /// Held while the process forks. The child knows nothing of what the parent found, and leaves
    /// it as it is: its memory is not given back.
    [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }
    void start_anew() noexcept;

private:
    /// Replaced by others, not changed; shared one by one, so that adding to them runs nobody's
    /// copy constructor under the mutex.
    using sinks = std::vector<std::shared_ptr<const sink>>;

    void examine(const record* of, event& what);
    [[nodiscard]] bool is_over() const noexcept;

    const bool diagnoses_;
    const bool stacks_;
    std::mutex adding_; // before the other one, which a fork waits for
    std::mutex mutex_;
    std::list<suspicion> suspicions_; // with the mutex
    std::list<finding> waiting_;      // with the mutex
    std::uint64_t told_lost_ = 0;     // with the mutex
    std::shared_ptr<sinks> sinks_;    // read with either, changed with both

    // Of who works off.
    /// How threads were found when they had been silent for half of their limit.
    std::unordered_map<const record*, std::optional<thread_sample>> first_samples_;
    modules modules_;

    std::atomic<std::chrono::steady_clock::time_point> last_{
        std::chrono::steady_clock::time_point::max()};
};

} // namespace tollgate::liveness::detail
