// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::bill {

/// A computed number and its 95 % interval.
struct amount {
    double value = 0;
    double low = 0;
    double high = 0;
};

/// One entry of the bill: the waits, or the calls, of the threads of one name at one place.
struct entry {
    std::string name;               ///< of the threads, without digits: "worker-*"
    std::string threads;            ///< for readers: "worker-3", or "12 × worker-*"
    std::string event;              ///< "waits on a futex", "calls timerfd_settime"
    std::vector<std::string> stack; ///< the innermost frame first; may be empty
    double a_second = 0;            ///< how often
    double typical_us = 0;          ///< the median duration of the waits; 0: no wait, or not known
    /// The CPU time of one event, of the waiting and the waking thread. Absent: no price.
    std::optional<amount> price_ns;
    std::optional<amount> cpus; ///< the CPU time of all, in seconds a second
};

/// A change that would save something.
struct saving {
    std::string id;      ///< fixed words for files and checks: "sleeps_briefly"
    std::string finding; ///< "consumer waits 84,000 times a second on a futex, for 3 to 9 µs"
    std::string change;  ///< "spin up to 12 µs before it sleeps"
    std::string means;   ///< "tollgate::sleep::adaptive_spin; or a loop that polls first"
    amount cpus;         ///< the CPU time that it saves, in seconds a second; below 0: costs
    /// The share of the run time of a thread that it saves: 0.17 means 17 % less time for the same
    /// work. Absent: no thread is known to become faster.
    std::optional<amount> time_share;
    std::string faster_thread{}; ///< the name of this thread
};

/// The bill of the observed processes, as a value. Printing is somebody else's.
struct statement {
    std::vector<std::string> processes; ///< "redis-server (1234)"
    double seconds = 0;
    bool traced = false;
    bool partial = false;    ///< the observation was interrupted
    int cpus = 1;            ///< the number of CPUs that the processes may use
    std::size_t threads = 0; ///< how many were seen
    double cpus_used = 0;    ///< CPU time, in seconds a second
    amount waiting;          ///< of it for waiting and waking, as far as it has a price
    double runnable = 0;     ///< the time in which threads could run and did not, in s a second
    double switches = 0;     ///< a second
    double preemptions = 0;  ///< a second
    std::optional<double> migrations; ///< a second
    std::vector<entry> entries;       ///< the most expensive first, then those without a price
    std::vector<saving> savings;      ///< the largest first
    std::string prices_from; ///< "prices.json of 2026-11-30, this machine"; or why there are none
    double own_share = 0;    ///< the CPU time of observing, in seconds a second
    std::vector<std::string> remarks;
};

} // namespace tollgate::bill
