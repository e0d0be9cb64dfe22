// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "options.hpp"
#include "proc/proc_source.hpp"
#include "stacks/stack_samples.hpp"
#include "started_command.hpp"
#include "trace/event_source.hpp"
#include "trace/known_waits.hpp"
#include "trace/undisturbed_rate.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tollgate::bill {

/// What a bill is made from: samples of /proc, and the kernel's events if they may be counted. If
/// the user gave a command, it is started here, and observed from its first moment.
///
/// - *Threads*: one thread at a time. Construct it before other threads are started.
/// - *Exceptions*: run::usage_error if there is nothing to observe, std::system_error.
class sources {
public:
    /// `blocked` are the signals with which a command begins.
    sources(const options& chosen, const sigset_t& blocked);

    /// Takes a sample, and returns the time at which the next one is due.
    std::chrono::steady_clock::time_point sample();

    /// True if no process is left, or the command has ended.
    [[nodiscard]] bool all_ended() const;

    /// Null if the user gave no command.
    [[nodiscard]] started_command* command() { return command_ ? &*command_ : nullptr; }
    /// "redis-server (1234)"
    [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }

    /// Everything that was observed since the construction.
    [[nodiscard]] observation total();

private:
    void remark_children(const std::vector<process_identity>& of);
    void count_events(const options& chosen, const std::vector<pid_t>& processes);
    void take_turn();
    void read_waits();
    void find_descriptors(observation& seen);

    proc_files files_;
    std::unique_ptr<event_source> events_; ///< null: not used, or refused
    std::string why_no_events_;
    undisturbed_rate rate_;
    bool is_watched_; ///< then there is no pause: each statement is of too few turns
    std::minstd_rand chance_;
    double turn_length_ = 1; ///< as a multiple of the usual one
    std::chrono::steady_clock::time_point turn_began_;
    std::chrono::steady_clock::time_point stretch_began_; ///< counted, or undisturbed
    std::uint64_t waits_of_stretch_ = 0;
    std::map<thread_id, std::uint64_t> waits_before_; ///< the last reading
    /// By the kernel, in the time in which events were counted.
    std::map<thread_id, std::uint64_t> counted_waits_;
    std::chrono::nanoseconds unsure_{}; ///< between a reading and the begin or end of counting
    std::optional<counting_costs> counting_costs_;
    std::optional<started_command> command_;
    std::optional<proc_source> samples_;
    stack_samples stacks_;
    std::vector<std::string> labels_;
    std::vector<std::string> remarks_;
};

} // namespace tollgate::bill
