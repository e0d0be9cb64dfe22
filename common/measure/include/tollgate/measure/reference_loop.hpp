// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// How fast a CPU is at a moment: what a fixed piece of work took there, in ten parts.
struct reference_time {
    double part_ns = 0;  ///< the median of the parts, which an interrupt leaves alone
    double least_ns = 0; ///< the fastest of them
};

/// The reference loop: additions and exclusive ors that do not depend on each other, so that they
/// need the whole width of the core, in ten parts of some 30 us each. Another thread on the same
/// core takes some of that width, and the parts take longer; it would not slow down a chain of
/// operations that depend on each other. The work is the same on every machine.
///
/// Runs on the calling thread, wherever that is. Touches no memory. About 0.3 ms.
[[nodiscard]] reference_time run_reference_loop();

/// The same on this CPU, where the calling thread is moved to for that long. All zero if the system
/// does not let it move there.
[[nodiscard]] reference_time run_reference_loop_on(int cpu);

/// How far two CPUs are from each other at a moment: what a cache line takes from one to the other,
/// in ns, the median of ten parts of 100 ways there and back. The host of a virtual machine moves
/// its CPUs between those of one core, of one cache and of none, which no work on one of them
/// tells.
///
/// The calling thread is moved to `one` and spins there; another one, made for this, spins on
/// `other`, and has ended when this returns. 0 if the system does not let them be there, has no
/// thread to give, or does not let them be done in 20 ms. About 0.2 ms, and as long as the other
/// one has to wait for its CPU, which is not bounded here: a case with a thread there waits as
/// long.
[[nodiscard]] double run_distance_loop(int one, int other);

} // namespace tollgate::measure
