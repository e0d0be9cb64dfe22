// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/pinned_thread.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/posix/held_idle_latency_linux.hpp>
#include <tollgate/sleep/relax.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tollgate::noise_test {

/// The treatment of a CPU's idling during a batch.
enum class idling {
    as_it_is,
    held,     ///< /dev/cpu_dma_latency at 0
    kept_busy ///< a SCHED_IDLE thread spins there
};

inline constexpr std::array all_idlings{idling::as_it_is, idling::held, idling::kept_busy};

/// The word for it in a case's name.
[[nodiscard]] constexpr std::string_view to_string(idling treatment) {
    constexpr std::array<std::string_view, all_idlings.size()> words{"as_it_is", "held",
                                                                     "kept_busy"};
    return words[static_cast<std::size_t>(treatment)];
}

/// A thread that spins on one CPU during the lifetime of this object. With the policy SCHED_IDLE it
/// keeps the CPU from idling, and every other thread preempts it at once.
struct idle_spinner : cpu::pinned_thread {
    explicit idle_spinner(int cpu, int policy = SCHED_IDLE)
        : pinned_thread(cpu, policy, [](std::uint64_t) noexcept { sleep::relax(); }) {}
};

/// Applies the treatment to one CPU during its lifetime, and checks that the treatment took hold.
class idle_hold {
public:
    idle_hold(idling treatment, int cpu) {
        if (treatment == idling::held) {
            latency_.emplace();
        } else if (treatment == idling::kept_busy) {
            spinner_.emplace(cpu);
        }
        begun_ = spinner_ ? spinner_->iterations() : 0;
    }

    /// Called at the end of the batch: adds failures to the report.
    void check(measure::loop_report& report) const {
        if (latency_ && !latency_->took_hold()) {
            report.failures.emplace_back("the latency of idle states was not held at 0");
        }
        if (spinner_ && spinner_->policy() != SCHED_IDLE) {
            report.failures.emplace_back("the thread that keeps the CPU busy is not SCHED_IDLE");
        }
        // The thread need not have run: a CPU with a ready thread does not idle.
        if (spinner_) {
            report.counted["iterations of the thread that kept the CPU busy"] +=
                spinner_->iterations() - begun_;
        }
    }

private:
    std::optional<posix::held_idle_latency> latency_;
    std::optional<idle_spinner> spinner_;
    std::uint64_t begun_ = 0;
};

} // namespace tollgate::noise_test
