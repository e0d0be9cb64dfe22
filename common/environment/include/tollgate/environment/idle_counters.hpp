// SPDX-License-Identifier: BSL-1.0
#pragma once
// How often CPUs have entered idle states, as the kernel counts it. Two readings, before and after
// a piece of work, tell whether it let a CPU fall asleep.
//
// The counts are of the CPUs, whatever ran on them. A guest sees its own idle states alone.

#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

/// Summed over CPUs. Each is unknown if it cannot be read for one of them.
struct idle_counters {
    std::optional<std::uint64_t> entries; ///< into any state
    /// Into a state in which the CPU stops, so not into one in which the kernel polls.
    std::optional<std::uint64_t> stops;

    friend bool operator==(const idle_counters&, const idle_counters&) = default;
};

/// A counter that is unknown, or ran backwards, is unknown in the difference.
idle_counters operator-(const idle_counters& after, const idle_counters& before);

/// Opens a file a state and CPU at each reading. `read` may be called from several threads.
class idle_reader {
public:
    idle_reader(const machine_files& files, const std::vector<int>& cpus);

    idle_counters read() const;

private:
    struct state {
        std::string directory;
        bool polls = false;
    };

    machine_files files_;
    std::vector<state> states_;
    bool every_cpu_has_some_ = true;
};

} // namespace tollgate::environment
