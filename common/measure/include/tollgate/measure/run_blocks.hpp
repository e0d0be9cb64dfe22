// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <cstdint>
#include <latch>
#include <thread>

namespace tollgate::measure {

/// A second thread, which sleeps. C libraries omit atomic instructions in a process with a single
/// thread. The thread ends with this object, also after an exception.
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

/// Runs an operation again and again on the calling thread, in blocks of `Block` calls. The value
/// is divided by the size of the block. A sleeping_thread exists meanwhile.
///
/// The loop's own check whether to continue would cost as much as one call. The block is unrolled,
/// because a jump back after each call costs as much again, depending on where the code is in
/// memory.
template <std::uint64_t Block, class Probe, class Operation>
loop_report run_blocks(Probe& probe, Operation operation) {
    const sleeping_thread sleeper;
    loop_report report;
    std::uint64_t done = 0;
    const thread_meter meter;
    while (probe.keep_running(done)) {
#pragma GCC unroll 16
        for (std::uint64_t call = 0; call < Block; ++call) {
            operation();
        }
        ++done;
    }
    meter.add_to(report);
    report.probe_calls = {done + 1};
    report.units_per_operation = Block;
    return report;
}

} // namespace tollgate::measure
