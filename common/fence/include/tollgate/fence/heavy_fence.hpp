// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// The heavy fence of a pair of fences. During the call, each thread of this process executes a
/// full memory fence. Two sides use the pair: the rare side calls heavy_fence(), and the frequent
/// side only executes `light_fence()`.
///
///     if (tollgate::fence::heavy_fence_granted()) {
///         tollgate::fence::heavy_fence(); // between a store and a load of the rare side
///     }
///
/// - *Threads*: any thread, and any number of threads on both sides, if `heavy_fence_granted()` is
///   true. The call does not change errno. The call does not fence other processes that share
///   memory with this process.
/// - *Memory order*: each thread executes its full fence at some moment of the call. For each light
///   fence of a thread, at least one of these is true: the caller sees the thread's stores before
///   the light fence, or the thread's loads after the light fence see the caller's earlier stores.
/// - *Exceptions*: none. If no fence is possible any more, the call prints a line to stderr and
///   aborts the process.
/// - *Cost*: on Linux one membarrier(2). In a process with one thread the call returns at once.
///   Otherwise the call interrupts each CPU that runs a thread of this process (about 1 µs).
void heavy_fence() noexcept;

/// Returns whether this process may use `heavy_fence()`, and may therefore rely on light fences.
/// The result stays the same as long as the process lives. If the result is false, both sides need
/// std::atomic_thread_fence(std::memory_order_seq_cst).
///
/// The result is false if the kernel refuses membarrier(2), and on every system but Linux. The
/// library registers with the kernel once, if possible while the program starts. Later, when there
/// are more threads, the registration takes some milliseconds. Each later call only loads the
/// result. Any thread may call the function.
[[nodiscard]] bool heavy_fence_granted() noexcept;

// Design:
//
// Each of two threads stores a value, and then loads the value of the other thread. At least one
// thread must see the store of the other thread:
//
//     the frequent side                            the rare side
//
//     mine.store(1, std::memory_order_release);    theirs.store(1, std::memory_order_release);
//     light_fence();                               heavy_fence();
//     theirs.load(std::memory_order_acquire);      mine.load(std::memory_order_acquire);
//
// Without fences both loads may return 0, because a CPU may execute a load before an earlier store
// is visible. Full fences on both sides prevent this result. But then the frequent side pays for a
// fence every time. With the light fence and the heavy fence, the rare side pays for both sides.
//
// The caller itself executes a full fence at the beginning and at the end of its call. So two sides
// with heavy fences are as good as one side with a light fence and one side with a heavy fence.
//
// fork(): a child inherits the grant. If the kernel still refuses in the child, the child registers
// again.
//
// A process may later forbid itself membarrier(2) with seccomp. The caller then runs on each CPU
// that the system allows, one CPU after the other, even outside of its own affinity mask. On each
// CPU the caller replaces the thread that ran there. This switch is a full fence. It takes some 10
// µs for each CPU. If the system refuses this method too, the process aborts, because light fences
// are wrong without heavy fences.
//
// ISO C++ has no such pair of fences. The library relies on the kernel. The library also relies on
// the compiler barrier in light_fence(), for which ISO C++ promises an effect only within one
// thread. ThreadSanitizer does not see the order that the fences make.

} // namespace tollgate::fence
