// SPDX-License-Identifier: BSL-1.0

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * A request and its answer: operations for the warm-up, and then timed operations. All are
 * numbered, from first on. A loop calls turn before each operation, with its number.
 */
final class Batch {
    /** Does count operations, numbered from first on. */
    interface Loop {
        void run(long first, long count) throws Exception;
    }

    static final int SLICE = 64;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    final long operations;
    final long warmup;
    final long first;
    final long members; // of a ring
    private long boundary; // the number at which a part ends
    private boolean started;
    private long elapsed;
    private long cpu;
    private long received;
    private long sum;

    Batch(long operations, long warmup, long first, long members) {
        this.operations = operations;
        this.warmup = warmup;
        this.first = first;
        this.members = members;
        boundary = first + warmup;
    }

    long end() {
        return first + warmup + operations;
    }

    /** True while there is another operation to do. */
    boolean turn(long number) {
        return number < boundary || closePart(number);
    }

    /** Reads the clocks. The timed part contains no reading of the CPU time. */
    boolean closePart(long number) {
        if (!started) {
            started = true;
            boundary = end();
            cpu = -PROCESS.getProcessCpuTime();
            elapsed = -System.nanoTime();
            if (number < boundary) {
                return true;
            }
        }
        elapsed += System.nanoTime();
        cpu += PROCESS.getProcessCpuTime();
        return false;
    }

    /** An operation arrived. */
    void count(long number) {
        count(1, number);
    }

    synchronized void add(long operationsMore, long sumMore) {
        count(operationsMore, sumMore);
    }

    private void count(long operationsMore, long sumMore) {
        received += operationsMore;
        sum += sumMore;
    }

    /**
     * Runs a long loop as many short loops. The virtual machine compiles methods that are called
     * often. A loop that is called once per batch would be interpreted at the begin of each batch.
     */
    void inSlices(Loop loop) throws Exception {
        for (long number = first; turn(number); ) {
            long slice = Math.min(SLICE, boundary - number);
            loop.run(number, slice);
            number += slice;
        }
    }

    String answer() {
        return "ran " + operations + " " + elapsed + " " + cpu + " " + received + " " + sum;
    }
}
