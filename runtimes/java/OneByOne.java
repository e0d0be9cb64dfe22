// SPDX-License-Identifier: BSL-1.0

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Operations that one thread does one after the other. */
final class OneByOne {
    private static final long SLEEP_MS = 2;

    private OneByOne() {}

    /** Sleeps, and nothing wakes it. */
    static Batch.Outcome sleep(Batch asked) throws Exception {
        return asked.inTwoParts(
                (first, count, arrived) -> {
                    for (long number = first; number < first + count; ++number) {
                        Thread.sleep(SLEEP_MS);
                        arrived.count(number);
                    }
                });
    }

    /** Gives its number back. */
    @SuppressWarnings("serial") // it is never serialized
    private static final class Task extends RecursiveAction implements Runnable {
        private final long given;
        private long brought;

        Task(long given) {
            this.given = given;
        }

        @Override
        protected void compute() {
            brought = given;
        }

        @Override
        public void run() {
            compute();
        }
    }

    /** The only worker of a pool forks tasks and joins them. */
    static Batch.Outcome forkAndJoin(Batch asked) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            return pool.submit(() -> asked.inTwoParts(OneByOne::forkSome)).get();
        } finally {
            pool.shutdown();
        }
    }

    private static void forkSome(long first, long count, ReceivedSum arrived) {
        for (long number = first; number < first + count; ++number) {
            Task task = new Task(number);
            task.fork();
            task.join();
            arrived.count(task.brought);
        }
    }

    /** A virtual thread starts others and joins them. */
    static Batch.Outcome startVirtual(Batch asked) throws Exception {
        Batch.Outcome[] outcome = new Batch.Outcome[1];
        Threads.Job job = () -> outcome[0] = asked.inTwoParts(OneByOne::startSome);
        Threads.run(VirtualThreads::start, List.of(job));
        return outcome[0];
    }

    private static void startSome(long first, long count, ReceivedSum arrived)
            throws InterruptedException {
        for (long number = first; number < first + count; ++number) {
            Task task = new Task(number);
            VirtualThreads.start(task).join();
            arrived.count(task.brought);
        }
    }
}
