// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// The speed of a CPU at a moment: the time of a fixed piece of work, in ten parts.
struct reference_time {
    double part_ns = 0;  ///< the median of the parts, which an interrupt does not change
    double least_ns = 0; ///< the fastest part
};

/// Runs the reference loop on the calling thread, on its current CPU.
///
///     const double part_ns = tollgate::measure::run_reference_loop().part_ns;
///
/// The work is the same on every machine: independent additions and exclusive ors, in ten parts of
/// some 30 µs each. It touches no memory. It needs the whole width of the core. So the parts take
/// longer when another thread on the same core uses some of that width. A chain of dependent
/// operations would not show this.
///
/// - *Cost*: about 0.3 ms.
[[nodiscard]] reference_time run_reference_loop();

/// Runs the reference loop on this CPU, to which the calling thread is moved meanwhile. All is zero
/// if the system does not let the thread move there.
[[nodiscard]] reference_time run_reference_loop_on(int cpu);

/// The cache-line latency of two CPUs at this moment: the time in ns in which a cache line gets
/// from `own_cpu` to `other_cpu`. It is the median of ten parts of 100 round trips.
///
/// The host of a virtual machine can move its CPUs to one core, to one cache, or to CPUs that share
/// neither. Work on one CPU does not show this.
///
/// The result is 0 if the system does not let the threads run on these CPUs, has no thread to give,
/// or does not let them finish in 20 ms.
///
/// - *Threads*: the calling thread is moved to `own_cpu` and spins there. A new thread spins on
///   `other_cpu`, and has ended when this returns.
/// - *Cost*: about 0.2 ms, plus the time that the new thread waits for its CPU, which has no bound.
/// A
///   case with a thread on that CPU waits as long.
[[nodiscard]] double run_latency_loop(int own_cpu, int other_cpu);

} // namespace tollgate::measure
