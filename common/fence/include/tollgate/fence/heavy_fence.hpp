// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// Whether this process may use `heavy_fence()`, and so rely on light ones. The answer stays the
/// same as long as the process lives. Where it is no (the kernel refuses membarrier, or the system
/// is not Linux), both sides need std::atomic_thread_fence(std::memory_order_seq_cst).
///
/// Threads: any. The kernel is asked once, while the program is still starting if it can be: later,
/// with more threads, its answer takes some milliseconds. From then on a load.
[[nodiscard]] bool heavy_fence_granted() noexcept;

/// The heavy half of an asymmetric fence. Two threads each store something and then look at what
/// the other one stores; one of the two at least must see the other:
///
///     who comes often                              who comes rarely
///
///     mine.store(1, std::memory_order_release);    theirs.store(1, std::memory_order_release);
///     light_fence();                               heavy_fence();
///     theirs.load(std::memory_order_acquire);      mine.load(std::memory_order_acquire);
///
/// Without fences both may read 0, because a CPU lets a load overtake a store before it. A full
/// fence on either side forbids it, and then each of those who come often pays for one, every time.
/// With these two the one who comes rarely pays for all.
///
/// Every thread of this process executes a full memory fence between the call's begin and its end,
/// at a point of its own: what it stored before its `light_fence()` is visible to the caller, or
/// what the caller stored before is visible to its loads after that. The caller itself executes one
/// before and one after, so two heavy sides are as good as a light and a heavy one. Other processes
/// that share memory with this one are not fenced.
///
/// Threads: any, on both sides any number, if `heavy_fence_granted()`. Leaves errno alone.
///
/// Cost: on Linux one membarrier(PRIVATE_EXPEDITED): at once if only one thread exists, else an
/// interrupt of each CPU that runs one of this process (about 1 µs).
///
/// A child of fork() inherits what was granted, or registers again. A process that has forbidden
/// itself the call since (seccomp) lets the caller run on every CPU in turn on which the system
/// allows it to, also where it is not confined to: the thread that ran there is switched out for
/// it. That takes some 10 µs per CPU. If it cannot do even that, it aborts with a line on stderr,
/// because without the fence the light ones are wrong.
///
/// This is more than ISO C++ knows of: it rests on the kernel, and on a compiler barrier being the
/// same for another thread. ThreadSanitizer does not see the order that it makes.
void heavy_fence() noexcept;

} // namespace tollgate::fence
