// SPDX-License-Identifier: BSL-1.0

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Reads the clocks twice. The reading of the monotonic clock is the inner one. */
final class Stopwatch {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private long began;
    private long cpuBegan;
    private long elapsed;
    private long cpu;

    void start() {
        cpuBegan = PROCESS.getProcessCpuTime();
        began = System.nanoTime();
    }

    void stop() {
        elapsed = System.nanoTime() - began;
        cpu = PROCESS.getProcessCpuTime() - cpuBegan;
    }

    Batch.Outcome outcome(ReceivedSum arrived) {
        return new Batch.Outcome(elapsed, cpu, arrived);
    }
}
