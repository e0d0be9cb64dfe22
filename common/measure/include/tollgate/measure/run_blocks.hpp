// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <cstdint>
#include <latch>
#include <thread>

namespace tollgate::measure {

/// A second thread of the process, which only sleeps. In a process with a single thread, C
/// libraries omit atomic instructions, and a measured operation would be too fast. The thread ends
/// with this object, also after an exception.
class sleeping_thread {
public:
    /// Starts the thread.
    sleeping_thread() : thread_(posix::start_thread([this] { over_.wait(); })) {}
    ~sleeping_thread() {
        over_.count_down();
        thread_.join();
    }
    sleeping_thread(const sleeping_thread&) = delete;
    sleeping_thread& operator=(const sleeping_thread&) = delete;

private:
    std::latch over_{1};
    std::thread thread_;
};

/// A measured loop whose operation is a block of `units` operations: it calls `block` until the
/// probe ends the loop. For the probe, a block is one operation. Returns the number of blocks.
/// Inlined, so that a block keeps variables of its caller in registers.
template <class Probe, class Block>
[[gnu::always_inline]] inline std::uint64_t repeat_blocks(Probe& probe, std::uint64_t units,
                                                          loop_report& report, Block block) {
    std::uint64_t done = 0;
    const thread_meter meter;
    for (; probe.keep_running(done); ++done) {
        block();
    }
    meter.add_to(report);
    report.probe_calls = {done + 1};
    report.units_per_operation = static_cast<double>(units);
    return done;
}

/// A measured loop for very short operations. It calls `operation` on the calling thread, in blocks
/// of `Block` calls. For the probe, a block is one operation. The report states that each block has
/// `Block` units, so the value is the cost of one call. A sleeping_thread exists during the loop.
///
/// The reason for blocks is the check of the probe, which costs as much as one call: the loop
/// checks once for each block. The block is unrolled, because a jump after each call would also
/// cost as much as one call, depending on the place of the code in memory.
template <std::uint64_t Block, class Probe, class Operation>
loop_report run_blocks(Probe& probe, Operation operation) {
    const sleeping_thread sleeper;
    loop_report report;
    repeat_blocks(probe, Block, report, [&operation] {
#pragma GCC unroll 16
        for (std::uint64_t call = 0; call < Block; ++call) {
            operation();
        }
    });
    return report;
}

} // namespace tollgate::measure
