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

/** What is timed. */
final class Loops {
    /** The work of a case. */
    interface Work {
        void run(Batch asked) throws Exception;
    }

    private static final long PATIENCE_S = 10;
    private static final long OVER = -1; // goes round when there is nothing more to do

    private Loops() {}

    /** Hands a number over to one thread, which waits for it. */
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

    /** A ring in which a number goes round, of the number of threads that is asked for. */
    static void conditionRing(Batch asked) throws Exception {
        List<Channel> channels = new ArrayList<>();
        for (long i = 0; i < asked.members; ++i) {
            channels.add(new ByCondition());
        }
        ring(asked, Threads.PLATFORM, channels);
    }

    /** Two threads and two queues. */
    static Work pingPong(Threads kind) {
        return asked -> ring(asked, kind, List.of(new ByQueue(), new ByQueue()));
    }

    private static void ring(Batch asked, Threads kind, List<Channel> channels) throws Exception {
        List<Threads.Job> jobs = new ArrayList<>();
        for (int i = 0; i < channels.size(); ++i) {
            Channel in = channels.get(i);
            Channel out = channels.get((i + 1) % channels.size());
            jobs.add(
                    () -> {
                        while (takeTurns(asked, in, out)) {}
                        out.give(OVER);
                    });
        }
        channels.get(0).give(asked.first);
        kind.run(jobs);
    }

    /**
     * A slice of the turns of a member; false when there are no more. The number that comes is that
     * of the next operation, and the member that has it reads the clocks: all others wait.
     */
    private static boolean takeTurns(Batch asked, Channel in, Channel out)
            throws InterruptedException {
        long received = 0;
        long sum = 0;
        boolean goesOn = true;
        for (int i = 0; i < Batch.SLICE && goesOn; ++i) {
            long number = in.take();
            if (number > asked.first) { // the hand-off that ended here
                ++received;
                sum += number - 1;
            }
            goesOn = number != OVER && asked.turn(number);
            if (goesOn) {
                out.give(number + 1);
            }
        }
        asked.add(received, sum);
        return goesOn;
    }

    /** Numbers from one thread to another over a queue, which takes objects: each is boxed. */
    static Work stream(Threads kind, Supplier<BlockingQueue<Long>> make) {
        return asked -> {
            BlockingQueue<Long> queue = make.get();
            Batch.Loop receive =
                    (first, count) -> {
                        for (long i = 0; i < count; ++i) {
                            asked.count(queue.take());
                        }
                    };
            kind.run(List.of(() -> asked.inSlices(receive), () -> sendAll(asked, queue)));
        };
    }

    /** With a timeout that never fires. */
    static Work streamInTime(Threads kind) {
        return asked -> {
            BlockingQueue<Long> queue = new ArrayBlockingQueue<>(1);
            Batch.Loop receive =
                    (first, count) -> {
                        for (long i = 0; i < count; ++i) {
                            Long number = queue.poll(PATIENCE_S, TimeUnit.SECONDS);
                            if (number == null) {
                                throw new TimeoutException("a receive timed out");
                            }
                            asked.count(number);
                        }
                    };
            kind.run(List.of(() -> asked.inSlices(receive), () -> sendAll(asked, queue)));
        };
    }

    private static void sendAll(Batch asked, BlockingQueue<Long> queue)
            throws InterruptedException {
        long end = asked.end();
        for (long number = asked.first; number < end; number += Batch.SLICE) {
            sendSome(queue, number, Math.min(end, number + Batch.SLICE));
        }
    }

    private static void sendSome(BlockingQueue<Long> queue, long first, long end)
            throws InterruptedException {
        for (long number = first; number < end; ++number) {
            queue.put(number);
        }
    }

    /** Gives its number back. */
    @SuppressWarnings("serial") // it is never serialized
    private static final class Task extends RecursiveAction {
        private final long given;
        private long brought;

        Task(long given) {
            this.given = given;
        }

        @Override
        protected void compute() {
            brought = given;
        }
    }

    /** The only worker of a pool forks tasks and joins them. */
    static void forkAndJoin(Batch asked) throws Exception {
        Batch.Loop loop =
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Task task = new Task(number);
                        task.fork();
                        task.join();
                        asked.count(task.brought);
                    }
                };
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(
                        () -> {
                            asked.inSlices(loop);
                            return true;
                        })
                .get();
        pool.shutdown();
    }

    /** A virtual thread starts others and joins them. */
    static void startVirtual(Batch asked) throws Exception {
        Batch.Loop loop =
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Task task = new Task(number);
                        Threads.VIRTUAL.start(task::compute).join();
                        asked.count(task.brought);
                    }
                };
        Threads.VIRTUAL.run(List.of(() -> asked.inSlices(loop)));
    }

    static void sleep(Batch asked) throws Exception {
        asked.inSlices(
                (first, count) -> {
                    for (long number = first; number < first + count; ++number) {
                        Thread.sleep(2);
                        asked.count(number);
                    }
                });
    }

    /**
     * A ring of virtual threads that do nothing but yield. The scheduler need not keep their order.
     * Therefore each takes its own share of the turns, every Nth number, and the clocks are read by
     * the last one that comes to the beginning, and to the end.
     */
    static void yieldRing(Batch asked) throws Exception {
        AtomicLong toBegin = new AtomicLong(asked.members);
        AtomicLong toEnd = new AtomicLong(asked.members);
        List<Threads.Job> jobs = new ArrayList<>();
        for (long i = 0; i < asked.members; ++i) {
            long number = asked.first + i;
            jobs.add(
                    () -> {
                        yieldInSlices(asked, number, asked.warmup);
                        if (toBegin.decrementAndGet() == 0) {
                            asked.closePart(asked.first + asked.warmup);
                        }
                        yieldInSlices(asked, number + asked.warmup, asked.operations);
                        if (toEnd.decrementAndGet() == 0) {
                            asked.closePart(asked.end());
                        }
                    });
        }
        // On one CPU a virtual thread makes them all before the first of them runs. A platform
        // thread would make the second one while the first takes its turns.
        Threads.VIRTUAL.run(List.of(() -> Threads.VIRTUAL.run(jobs)));
    }

    private static void yieldInSlices(Batch asked, long first, long operations) {
        long step = asked.members * Batch.SLICE;
        for (long number = first; number < first + operations; number += step) {
            yieldSome(asked, number, Math.min(first + operations, number + step));
        }
    }

    private static void yieldSome(Batch asked, long first, long end) {
        long received = 0;
        long sum = 0;
        for (long number = first; number < end; number += asked.members) {
            ++received;
            sum += number;
            Thread.yield();
        }
        asked.add(received, sum);
    }
}
