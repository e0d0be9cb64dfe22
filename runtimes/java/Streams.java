// SPDX-License-Identifier: BSL-1.0

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Numbers that one thread sends to another over a queue. A queue takes objects: each is boxed. */
final class Streams {
    private static final long PATIENCE_S = 10;

    private final BlockingQueue<Long> queue;
    private Batch.Outcome outcome;

    private Streams(BlockingQueue<Long> queue) {
        this.queue = queue;
    }

    static Batch.Work over1024(Threads.Starter starter) {
        return asked -> new Streams(new ArrayBlockingQueue<>(1024)).run(asked, starter, false);
    }

    static Batch.Work overNone(Threads.Starter starter) {
        return asked -> new Streams(new SynchronousQueue<>()).run(asked, starter, false);
    }

    /** With a timeout that never fires, or without. */
    static Batch.Work overOne(Threads.Starter starter, boolean limited) {
        return asked -> new Streams(new ArrayBlockingQueue<>(1)).run(asked, starter, limited);
    }

    private Batch.Outcome run(Batch asked, Threads.Starter starter, boolean limited)
            throws Exception {
        Batch.Loop receive = limited ? this::receiveInTime : this::receive;
        Threads.Job receiver = () -> outcome = asked.inTwoParts(receive);
        ReceivedSum none = new ReceivedSum();
        Threads.Job sender =
                () -> Batch.inSlices(this::send, asked.first(), 1, asked.total(), none);
        Threads.run(starter, List.of(receiver, sender));
        if (queue.poll() != null) {
            throw new IllegalStateException("more numbers came than were sent");
        }
        return outcome;
    }

    private void send(long first, long count, ReceivedSum none) throws InterruptedException {
        for (long number = first; number < first + count; ++number) {
            queue.put(number);
        }
    }

    private void receive(long first, long count, ReceivedSum arrived) throws InterruptedException {
        for (long i = 0; i < count; ++i) {
            arrived.count(queue.take());
        }
    }

    private void receiveInTime(long first, long count, ReceivedSum arrived)
            throws InterruptedException, TimeoutException {
        for (long i = 0; i < count; ++i) {
            Long number = queue.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (number == null) {
                throw new TimeoutException("a receive timed out");
            }
            arrived.count(number);
        }
    }
}
