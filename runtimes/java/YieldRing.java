// SPDX-License-Identifier: BSL-1.0

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A ring of virtual threads that do nothing but yield. Each has every Nth number.
 *
 * <p>The scheduler need not keep their order. Therefore each takes its own share of the turns, and
 * the clocks are read by the last one that comes to the beginning, and to the end.
 */
final class YieldRing {
    private final Batch asked;
    private final AtomicLong toBegin;
    private final AtomicLong toEnd;
    private final Stopwatch watch = new Stopwatch();

    private YieldRing(Batch asked) {
        this.asked = asked;
        toBegin = new AtomicLong(asked.members());
        toEnd = new AtomicLong(asked.members());
    }

    /** The operations have to be multiples of the number of members. */
    static Batch.Outcome run(Batch asked) throws Exception {
        YieldRing ring = new YieldRing(asked);
        List<Threads.Job> jobs = new ArrayList<>();
        List<ReceivedSum> shares = new ArrayList<>();
        for (long i = 0; i < asked.members(); ++i) {
            long member = i;
            ReceivedSum share = new ReceivedSum();
            shares.add(share);
            jobs.add(() -> ring.run(member, share));
        }
        // On one CPU a virtual thread makes them all before the first of them runs. A platform
        // thread would make the second one while the first takes its turns.
        Threads.Job maker = () -> Threads.run(VirtualThreads::start, jobs);
        Threads.run(VirtualThreads::start, List.of(maker));
        ReceivedSum all = new ReceivedSum();
        shares.forEach(all::add);
        return ring.watch.outcome(all);
    }

    private void run(long member, ReceivedSum share) throws Exception {
        long step = asked.members();
        long number = asked.first() + member;
        Batch.Loop turns = this::takeTurns;
        Batch.inSlices(turns, number, step, asked.warmup() / step, share);
        if (toBegin.decrementAndGet() == 0) {
            watch.start();
        }
        Batch.inSlices(turns, number + asked.warmup(), step, asked.operations() / step, share);
        if (toEnd.decrementAndGet() == 0) {
            watch.stop();
        }
    }

    private void takeTurns(long number, long count, ReceivedSum share) {
        for (long i = 0; i < count; ++i) {
            share.count(number);
            number += asked.members();
            Thread.yield();
        }
    }
}
