// SPDX-License-Identifier: BSL-1.0
//
// Runners meet here and leave together, so that none of them is timed while the others are still
// being created, pinned or paged in.
//
// Threads: each of the `runners` threads calls wait() once; a start line is not used again. It must
// outlive the return of every wait(), not only of the first. A runner that never comes holds up the
// others until somebody calls open(): one that failed on its way should record that and come
// nevertheless.
//
// Memory order: every wait() is one acq_rel read-modify-write of one counter, and returns after an
// acquire that saw the count complete. The read-modify-writes form a single release sequence, so
// whoever sees the last arrival synchronizes with all of them: what any runner wrote before its
// wait() is visible to every runner after its own. No wait() returns before the last one is called.
//
// Cost: one read-modify-write a runner, then loads of a shared cache line with a yield in between.
// It polls because blocked runners would be woken one after the other, tens of microseconds apart;
// it yields because runners may share a CPU with the one they wait for. With real-time priorities,
// runners that share a CPU must have the same one: a yield does not let a lower one in.
#pragma once

#include <atomic>
#include <cstddef>

namespace tollgate::cpu {

class start_line {
public:
    explicit start_line(std::size_t runners);

    start_line(const start_line&) = delete;
    start_line& operator=(const start_line&) = delete;

    void wait();

    // Lets everybody pass who has come or comes yet, though the line is not complete: for whoever
    // finds out that some runners could not be started. Any thread, once. What the caller wrote
    // before is visible to every runner that passes because of it.
    void open();

private:
    const std::size_t runners_;
    std::atomic<std::size_t> arrived_{0};
};

} // namespace tollgate::cpu
