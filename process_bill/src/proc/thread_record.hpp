// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "proc_text.hpp"
#include "wait_places.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::bill {

/// What the files of a thread say at a moment.
struct thread_reading {
    std::chrono::steady_clock::time_point at;
    std::string name;
    schedstat_fields times{};
    std::uint64_t voluntary = 0;
    std::uint64_t involuntary = 0;
    std::optional<std::uint64_t> migrations{}; ///< absent: not read this time
    std::optional<wait_place> place{};         ///< absent: it ran or could run
    bool ended = false;                        ///< it has ended, and still has its files
};

/// The counts of one thread, and of its waits at each place, from readings.
///
///     thread_record record(process, thread, first_reading);
///     record.add(second_reading);
///     const thread_counts counts = record.counts();
///
/// The kernel counts how often a thread waited, and a reading tells where it waits at a moment. So
/// the waits between two readings count at the place of both. If the readings have two places, each
/// gets half. If the thread ran at one reading, all count at the place of the other reading, and if
/// it ran at both, at the place where it was last found. The same holds for the time in which it
/// waited: the time that it neither ran nor could run.
///
/// Counts never become smaller, so the difference of two observations is an observation.
class thread_record {
public:
    /// The counts begin with this reading.
    thread_record(pid_t process, pid_t thread, const thread_reading& first);
    /// The counts begin with the thread, at this time; `first` is its first reading.
    thread_record(pid_t process, pid_t thread, const thread_reading& first,
                  std::chrono::steady_clock::time_point started);

    [[nodiscard]] pid_t process() const { return process_; }
    [[nodiscard]] pid_t thread() const { return thread_; }
    /// Whether the thread does not exist any more. A zombie exists, but its counts are final.
    [[nodiscard]] bool gone() const { return gone_; }
    [[nodiscard]] bool ended() const { return ended_; }

    /// False if these times are those of another thread that has the same id.
    [[nodiscard]] bool can_be_of_same_thread(const schedstat_fields& times) const;
    /// True if the thread was found waiting, and has not run since then.
    [[nodiscard]] bool still_waits(const schedstat_fields& times) const;
    /// Adds the time until now to a wait that goes on.
    void add_wait_until(std::chrono::steady_clock::time_point now);
    /// Adds a reading of a thread that may have run.
    void add(const thread_reading& reading);
    void set_gone() { gone_ = ended_ = true; }
    /// When the migrations were read last.
    [[nodiscard]] std::chrono::steady_clock::time_point migrations_at() const {
        return migrations_at_;
    }

    [[nodiscard]] thread_counts counts() const;
    /// Appends the counts of each place. Waits without a place become waits of unknown kind.
    void append_waits(std::vector<wait_counts>& waits);
    /// Adds the counts of another thread that ended, so that both share a record.
    void absorb(const thread_record& other);

private:
    struct place_counts {
        wait_place place;
        std::uint64_t waits = 0;
        std::uint64_t slept_ns = 0;
    };

    place_counts& counts_at(wait_place place);
    void add_wait(const wait_place& place, std::uint64_t waits, std::uint64_t slept_ns);

    pid_t process_;
    pid_t thread_;
    bool ended_ = false;
    bool gone_ = false;
    std::string name_;
    std::chrono::steady_clock::time_point last_at_;
    std::chrono::steady_clock::time_point migrations_at_;
    schedstat_fields last_times_;
    thread_counts total_; ///< without ids and name
    std::uint64_t last_voluntary_ = 0;
    std::uint64_t last_involuntary_ = 0;
    std::optional<std::uint64_t> last_migrations_;
    std::optional<wait_place> place_;      ///< at the last reading
    std::optional<wait_place> last_found_; ///< the last place of all
    place_counts unplaced_;
    std::vector<place_counts> places_;
};

} // namespace tollgate::bill
