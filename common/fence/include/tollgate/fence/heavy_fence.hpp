// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// The heavy half of an asymmetric fence: each thread of this process executes a full memory fence
/// during the call. The frequent side only executes `light_fence()`.
///
///     if (tollgate::fence::heavy_fence_granted()) {
///         tollgate::fence::heavy_fence(); // between a store and a load of the rare side
///     }
///
/// - *Threads*: any, and any number on both sides, if `heavy_fence_granted()`. It leaves errno
///   alone. It does not fence other processes that share memory with this one.
/// - *Memory order*: a full fence for each thread, at a point of its own. Either a thread's stores
///   before its light fence are visible to the caller, or the caller's earlier stores are visible
///   to that thread's later loads.
/// - *Exceptions*: none. It aborts with a line on stderr where no fence is possible any more.
/// - *Cost*: on Linux one membarrier(2). With one thread it returns at once. Otherwise it
///   interrupts each CPU that runs a thread of this process (about 1 µs).
void heavy_fence() noexcept;

/// Whether this process may use `heavy_fence()`, and so rely on light fences. The answer stays the
/// same as long as the process lives. If it is false, both sides need
/// std::atomic_thread_fence(std::memory_order_seq_cst).
///
/// It is false if the kernel refuses membarrier(2), and on every system but Linux. The library asks
/// the kernel once, while the program starts if possible: later, with more threads, the answer
/// takes some milliseconds. After that a call is a load. Any thread may call it.
[[nodiscard]] bool heavy_fence_granted() noexcept;

// Design:
//
// Two threads each store and then load what the other one stores. At least one of the two must see
// the other's store:
//
//     the frequent side                            the rare side
//
//     mine.store(1, std::memory_order_release);    theirs.store(1, std::memory_order_release);
//     light_fence();                               heavy_fence();
//     theirs.load(std::memory_order_acquire);      mine.load(std::memory_order_acquire);
//
// Without fences both loads may return 0, because a CPU lets a load overtake an earlier store. Full
// fences on both sides forbid that. Then the frequent side pays for a fence every time. With these
// two fences the rare side pays for both.
//
// The caller itself executes a full fence at the begin of its call and one at the end. So two heavy
// sides are as good as a light and a heavy one.
//
// fork(). A child inherits the grant, or registers again.
//
// A process may forbid itself membarrier(2) later (seccomp). Then the caller runs on every CPU that
// the system allows, one after the other, even outside of its own mask. The thread that ran there
// is switched out for it, which is a full fence. That takes some 10 µs per CPU. If the system
// refuses that too, the process aborts: without the fence the light fences are wrong.
//
// ISO C++ has no such fence. The library relies on the kernel, and on a compiler barrier having the
// same effect for another thread. ThreadSanitizer does not see the order that the fence makes.

} // namespace tollgate::fence
