// SPDX-License-Identifier: BSL-1.0
#pragma once
// The time that the machine took away during a piece of work: the same counters before and after
// it.
//
// A counter that cannot be read stays unknown through subtraction, and so does one that ran
// backwards (the machine was migrated, a CPU went away): no difference is invented. `reasons`
// speaks only of what is known, so an empty list means "undisturbed as far as can be seen".

#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

struct disturbance_counters {
    std::optional<std::uint64_t> steal_ticks;       ///< summed over the CPUs asked for
    std::optional<std::uint64_t> throttled_periods; ///< our cgroup and all above it
    std::optional<std::uint64_t> throttled_us;
    std::optional<std::uint64_t> thermal_throttles; ///< two SMT siblings count one event twice
    /// How often this process was stopped and continued. No file says it: the program counts it.
    std::optional<std::uint64_t> stops{};

    friend bool operator==(const disturbance_counters&, const disturbance_counters&) = default;
};

disturbance_counters operator-(const disturbance_counters& after,
                               const disturbance_counters& before);

/// One phrase per counter that moved, like "steal 2 ticks" or "throttled 1 period".
std::vector<std::string> reasons(const disturbance_counters& delta);

/// It stays with the cgroup that the process was in when it was made. `read` opens some files, so
/// that it can be afforded every round, and may be called from several threads. Without CPUs the
/// steal is that of the whole machine.
class disturbance_reader {
public:
    explicit disturbance_reader(const machine_files& files, std::vector<int> cpus);

    disturbance_counters read() const;

private:
    machine_files files_;
    std::vector<int> cpus_;
    std::vector<std::string> cgroup_levels_;
    std::vector<std::string> thermal_;
};

} // namespace tollgate::environment
