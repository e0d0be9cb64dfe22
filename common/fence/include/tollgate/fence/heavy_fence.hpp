// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// The heavy fence of a pair of memory fences. Use the pair between two kinds of code: rare code
/// calls heavy_fence(), and frequent code only executes `light_fence()`. During the call of
/// heavy_fence(), each thread of this process executes a full memory fence.
///
///     if (tollgate::fence::heavy_fence_granted()) {
///         tollgate::fence::heavy_fence(); // between a store and a load of the rare code
///     }
///
/// - *Threads*: any thread may call the function if `heavy_fence_granted()` is true. Any number of
///   threads may execute each fence of the pair. The call does not change errno. The call has no
///   effect on other processes that share memory with this process.
/// - *Memory order*: each thread executes its full fence at some moment of the call. For a call and
///   a light fence of another thread, at least one of two statements is true. (1) The caller sees
///   the other thread's stores before the light fence. (2) The other thread's loads after the light
///   fence see the caller's stores before the call.
/// - *Exceptions*: none. If no fence is possible any more, the call prints a line to stderr and
///   aborts the process.
/// - *Cost*: on Linux one membarrier(2). In a process with one thread the call returns at once.
///   Otherwise the call interrupts each CPU that runs a thread of this process (some µs).
void heavy_fence() noexcept;

/// Returns whether this process may use `heavy_fence()` and rely on light fences. The result stays
/// the same as long as the process lives. If the result is false, execute
/// std::atomic_thread_fence(std::memory_order_seq_cst) in place of each fence of the pair.
///
/// The result is false if the kernel refuses membarrier(2), and on every system other than Linux.
/// The library registers with the kernel once, if possible while the program starts. A later
/// registration takes some milliseconds if the process has more than one thread. After the
/// registration, each call only loads the result. Any thread may call the function.
[[nodiscard]] bool heavy_fence_granted() noexcept;

// Design:
//
// Each of two threads stores a value, and then loads the value of the other thread. The purpose of
// the fences: at least one thread sees the store of the other thread. In this example, both atomic
// variables are 0 at first.
//
//     the thread with frequent code                  the thread with rare code
//
//     frequent.store(1, std::memory_order_release);  rare.store(1, std::memory_order_release);
//     light_fence();                                 heavy_fence();
//     rare.load(std::memory_order_acquire);          frequent.load(std::memory_order_acquire);
//
// Without fences both loads may return 0, because a CPU may execute a load before an earlier store
// is visible. A full fence in each thread prevents this result. But then the frequent code pays for
// a fence every time. With the light fence and the heavy fence, the rare code pays for both fences.
//
// The caller of heavy_fence() itself executes a full fence at the beginning and at the end of the
// call. So you may also execute heavy_fence() in place of the light fence.
//
// fork(): a child inherits the grant. If the kernel nevertheless refuses a fence in the child, the
// child registers again.
//
// A process may later forbid itself membarrier(2) with seccomp. heavy_fence() then moves its thread
// to each CPU that the system allows, one CPU after the other, even outside of the thread's
// affinity mask. On each CPU, the thread replaces the thread that ran there. This switch is a full
// fence. Each switch takes about 10 µs. If the system refuses this method too, the process aborts,
// because light fences have no effect on the CPU without heavy fences.
//
// ISO C++ has no such pair of fences. The library relies on the kernel. The library also relies on
// the compiler barrier in light_fence(), for which ISO C++ promises an effect only within one
// thread. ThreadSanitizer does not see the order that the fences make.

} // namespace tollgate::fence
