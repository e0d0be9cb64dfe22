// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "prices.hpp"
#include "statement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tollgate::bill {

/// The waits of the threads of one name at one place: in one system call, of one lock, of one
/// futex. Threads whose names differ in digits alone belong together, as "worker-1" and "worker-2".
struct place {
    std::string threads;        ///< "worker-3", or "worker-*" for several
    std::vector<pid_t> members; ///< the ids of these threads, in ascending order
    wait_counts sum;            ///< of all these threads; process and thread are those of the first
    std::uint64_t cpu_ns = 0;   ///< the CPU time of these threads, in all that they do
    std::uint64_t voluntary = 0;   ///< their waits at any place
    std::uint64_t involuntary = 0; ///< their involuntary switches
    std::vector<std::string> stack;
    std::optional<amount> cpu_of_waits_ns; ///< what the waits cost; absent: no price
    bool is_hidden = false; ///< by the cost of observing: the waits have the price of the list
    /// The part of the threads that wake. Absent: not known, as without the kernel's events.
    std::optional<amount> cpu_of_wakers_ns;
};

/// Makes the places of an observation, the most expensive first, then those without a price. Pure.
[[nodiscard]] std::vector<place> places_of(const observation& seen, const price_list& prices);

/// The threads of a place: "worker-3", or "worker-* (12 threads)". Pure.
[[nodiscard]] std::string who(const place& where);

/// A name for threads of several names: "worker-*". Each run of digits becomes a star. Pure.
[[nodiscard]] std::string common_name(const std::string& name);

/// How the waits of a place are called: "waits for a mutex", "sleeps". Pure.
[[nodiscard]] std::string words_for(const wait_counts& wait);

/// The duration below which a share of the waits is, in µs, interpolated in its power of two. Zero
/// if there are no waits. Pure.
[[nodiscard]] double quantile_us(const durations& of, double share);

/// The CPU time of one of the waits, on average. Absent: no price. Pure.
[[nodiscard]] std::optional<amount> cost_of_one(const place& where);

/// Adds the waits of another thread or place.
void add(wait_counts& to, const wait_counts& from);

/// Arithmetic of amounts. Intervals add as if all errors were common, because they are: the machine
/// is faster or slower.
[[nodiscard]] amount operator+(const amount& left, const amount& right);
[[nodiscard]] amount operator*(const amount& left, double times);

} // namespace tollgate::bill
