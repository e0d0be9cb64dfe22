// SPDX-License-Identifier: BSL-1.0

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The loops that are timed. */
final class Loops {
    /** The work of a case. */
    interface Work {
        void run(Batch batch) throws Exception;
    }

    private static final long TIMEOUT_S = 10;
    private static final long OVER = -1; // handed on when there is nothing more to do

    private Loops() {}

    /** Hands a number over to a thread that waits for it. */
    private interface Channel {
        void give(long number) throws InterruptedException;

        long take() throws InterruptedException;
    }

    private static final class ByQueue implements Channel {
        private final BlockingQueue<Long> queue = new ArrayBlockingQueue<>(64);

        @Override
        public void give(long number) throws InterruptedException {
            queue.put(number);
        }

        @Override
        public long take() throws InterruptedException {
            return queue.take();
        }
    }

    private static final class ByCondition implements Channel {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private boolean full;
        private long kept;

        @Override
        public void give(long number) {
            lock.lock();
            try {
                kept = number;
                full = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long take() throws InterruptedException {
            lock.lock();
            try {
                while (!full) {
                    changed.await();
                }
                full = false;
                return kept;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A ring of the requested number of threads, which hand on a number. */
    static void conditionRing(Batch batch) throws Exception {
        List<Channel> channels = new ArrayList<>();
        for (long i = 0; i < batch.members; ++i) {
            channels.add(new ByCondition());
        }
        ring(batch, Threads.PLATFORM, channels);
    }

    /** Two threads and two queues. */
    static Work pingPong(Threads kind) {
        return batch -> ring(batch, kind, List.of(new ByQueue(), new ByQueue()));
    }

    private static void ring(Batch batch, Threads kind, List<Channel> channels) throws Exception {
        List<Threads.Job> jobs = new ArrayList<>();
        for (int i = 0; i < channels.size(); ++i) {
            Channel in = channels.get(i);
            Channel out = channels.get((i + 1) % channels.size());
            jobs.add(
                    () -> {
                        while (takeTurns(batch, in, out)) {}
                        out.give(OVER);
                    });
        }
        channels.get(0).give(batch.first);
        kind.run(jobs);
    }

    /**
     * Does a slice of the operations of a member. Returns false when there are no more. The member
     * that has the number of the next operation reads the clocks, because all others wait.
     */
    private static boolean takeTurns(Batch batch, Channel in, Channel out)
            throws InterruptedException {
        long received = 0;
        long sum = 0;
        boolean goesOn = true;
        for (int i = 0; i < Batch.SLICE && goesOn; ++i) {
            long number = in.take();
            if (number > batch.first) { // the hand-off that ended here
                ++received;
                sum += number - 1;
            }
            goesOn = number != OVER && batch.turn(number);
            if (goesOn) {
                out.give(number + 1);
            }
        }
        batch.add(received, sum);
        return goesOn;
    }

    /** A thread sends numbers to another thread over a queue of objects: each number is boxed. */
    static Work stream(Threads kind, Supplier<BlockingQueue<Long>> make) {
        return batch -> {
            BlockingQueue<Long> queue = make.get();
            Batch.Loop receive =
                    (first, count) -> {
                        for (long i = 0; i < count; ++i) {
                            batch.count(queue.take());
                        }
                    };
            kind.run(List.of(() -> batch.inSlices(receive), () -> sendAll(batch, queue)));
        };
    }

    /** The same, received with a timeout that never fires. */
    static Work streamInTime(Threads kind) {
        return batch -> {
            BlockingQueue<Long> queue = new ArrayBlockingQueue<>(1);
            Batch.Loop receive =
                    (first, count) -> {
                        for (long i = 0; i < count; ++i) {
                            Long number = queue.poll(TIMEOUT_S, TimeUnit.SECONDS);
                            if (number == null) {
                                throw new TimeoutException("a receive timed out");
                            }
                            batch.count(number);
                        }
                    };
            kind.run(List.of(() -> batch.inSlices(receive), () -> sendAll(batch, queue)));
        };
    }

    private static void sendAll(Batch batch, BlockingQueue<Long> queue)
            throws InterruptedException {
        long end = batch.end();
        for (long number = batch.first; number < end; number += Batch.SLICE) {
            sendSome(queue, number, Math.min(end, number + Batch.SLICE));
        }
    }

    private static void sendSome(BlockingQueue<Long> queue, long first, long end)
            throws InterruptedException {
        for (long number = first; number < end; ++number) {
            queue.put(number);
        }
    }

    /** A task that returns its number. */
    @SuppressWarnings("serial") // it is never serialized
    private static final class Task extends RecursiveAction {
        private final long given;
        private long result;

        Task(long given) {
            this.given = given;
        }

        @Override
        protected void compute() {
            result = given;
        }
    }

    /** The single worker of a pool forks tasks and joins them. */
    static void forkAndJoin(Batch batch) throws Exception {
        Batch.Loop loop =
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Task task = new Task(number);
                        task.fork();
                        task.join();
                        batch.count(task.result);
                    }
                };
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(
                        () -> {
                            batch.inSlices(loop);
                            return true;
                        })
                .get();
        pool.shutdown();
    }

    /** A virtual thread starts others and joins them. */
    static void startVirtual(Batch batch) throws Exception {
        Batch.Loop loop =
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Task task = new Task(number);
                        Threads.VIRTUAL.start(task::compute).join();
                        batch.count(task.result);
                    }
                };
        Threads.VIRTUAL.run(List.of(() -> batch.inSlices(loop)));
    }

    static void sleep(Batch batch) throws Exception {
        batch.inSlices(
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Thread.sleep(2);
                        batch.count(number);
                    }
                });
    }

    /**
     * A ring of N virtual threads that only yield. The scheduler may not keep their order. So each
     * thread does a fixed share of the yields, every Nth number, and the last thread that begins or
     * ends the timed part reads the clocks.
     */
    static void yieldRing(Batch batch) throws Exception {
        AtomicLong toBegin = new AtomicLong(batch.members);
        AtomicLong toEnd = new AtomicLong(batch.members);
        List<Threads.Job> jobs = new ArrayList<>();
        for (long i = 0; i < batch.members; ++i) {
            long number = batch.first + i;
            jobs.add(
                    () -> {
                        yieldInSlices(batch, number, batch.warmup);
                        if (toBegin.decrementAndGet() == 0) {
                            batch.closePart(batch.first + batch.warmup);
                        }
                        yieldInSlices(batch, number + batch.warmup, batch.operations);
                        if (toEnd.decrementAndGet() == 0) {
                            batch.closePart(batch.end());
                        }
                    });
        }
        // On a single CPU a virtual thread starts all threads before the first of them runs. A
        // platform thread would start the second thread while the first already yields.
        Threads.VIRTUAL.run(List.of(() -> Threads.VIRTUAL.run(jobs)));
    }

    private static void yieldInSlices(Batch batch, long first, long operations) {
        long step = batch.members * Batch.SLICE;
        for (long number = first; number < first + operations; number += step) {
            yieldSome(batch, number, Math.min(first + operations, number + step));
        }
    }

    private static void yieldSome(Batch batch, long first, long end) {
        long received = 0;
        long sum = 0;
        for (long number = first; number < end; number += batch.members) {
            ++received;
            sum += number;
            Thread.yield();
        }
        batch.add(received, sum);
    }
}
