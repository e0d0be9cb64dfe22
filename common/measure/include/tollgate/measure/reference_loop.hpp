// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// The result of a reference loop: the time of a fixed piece of work, in ten equal parts. This time
/// shows the speed of a CPU at a moment.
struct reference_time {
    double part_ns = 0;  ///< the median time of a part, which an interrupt does not change
    double least_ns = 0; ///< the time of the fastest part
};

/// Runs the reference loop on the calling thread, on its current CPU.
///
///     const double part_ns = tollgate::measure::run_reference_loop().part_ns;
///
/// The work is the same on every machine: independent additions and exclusive ors, in ten parts of
/// about 10 µs each. The work does not use memory. The work needs the whole width of the core (all
/// operations that the core can do at once). So the parts take longer when another thread on the
/// same core uses some of this width. A chain of dependent operations would not show this.
///
/// - *Cost*: about 0.1 ms.
[[nodiscard]] reference_time run_reference_loop();

/// Runs the reference loop on this CPU. The calling thread is on this CPU during the loop. The
/// times in the result are zero if the system does not let the thread move to the CPU.
[[nodiscard]] reference_time run_reference_loop_on(int cpu);

/// Measures the cache-line latency of two CPUs at this moment: the time in ns that a cache line
/// takes from `own_cpu` to `other_cpu`. The result is the median of ten parts of 100 round trips.
///
/// The host of a virtual machine can place two virtual CPUs on one core, on cores with a common
/// cache, or on cores without a common cache. Work on one CPU does not show this.
///
/// The result is 0 in three cases: the system does not let a thread run on its CPU, cannot create
/// the thread, or does not let the threads finish within 20 ms.
///
/// - *Threads*: the calling thread is moved to `own_cpu` and spins there. A new thread spins on
///   `other_cpu`, and has ended when the function returns.
/// - *Cost*: about 0.2 ms, plus the time that the new thread waits for its CPU. This wait has no
///   bound. A measured case with a thread on that CPU would wait for the same time.
[[nodiscard]] double run_latency_loop(int own_cpu, int other_cpu);

} // namespace tollgate::measure
