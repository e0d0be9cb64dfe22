// SPDX-License-Identifier: BSL-1.0

/**
 * The request of one line: a number of operations, after another number of them that warm up. All
 * of them are numbered, from first on. A ring has members; every other case has one.
 */
record Batch(long operations, long warmup, long first, long members) {

    /** The answer to a batch. The times are in nanoseconds. */
    record Outcome(long elapsed, long cpu, ReceivedSum arrived) {}

    /** Does count operations, with the numbers from first on, and counts those that arrive. */
    interface Loop {
        void run(long first, long count, ReceivedSum arrived) throws Exception;
    }

    /** The work of a case. */
    interface Work {
        Outcome run(Batch asked) throws Exception;
    }

    private static final long SLICE = 64;

    long total() {
        return warmup + operations;
    }

    Batch withMembers(long number) {
        return new Batch(operations, warmup, first, number);
    }

    /** Does the warm-up and then the timed operations, by the same loop. */
    Outcome inTwoParts(Loop loop) throws Exception {
        ReceivedSum arrived = new ReceivedSum();
        Stopwatch watch = new Stopwatch();
        inSlices(loop, first, 1, warmup, arrived);
        watch.start();
        inSlices(loop, first + warmup, 1, operations, arrived);
        watch.stop();
        return watch.outcome(arrived);
    }

    /**
     * Runs a long loop as many short ones. The virtual machine compiles a method that is called
     * often; a loop that is called once a batch would be interpreted at the beginning of every
     * batch.
     */
    static void inSlices(Loop loop, long first, long step, long count, ReceivedSum arrived)
            throws Exception {
        long done = 0;
        while (done < count) {
            long slice = Math.min(SLICE, count - done);
            loop.run(first + done * step, slice, arrived);
            done += slice;
        }
    }
}
