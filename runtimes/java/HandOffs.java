// SPDX-License-Identifier: BSL-1.0

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Hand-offs in a ring. The member that has the turn reads the clocks: all others wait. */
final class HandOffs {
    private final Batch asked;
    private final CountDownLatch missing; // members that are not there yet
    private final Stopwatch watch = new Stopwatch();

    private HandOffs(Batch asked) {
        this.asked = asked;
        missing = new CountDownLatch(Math.toIntExact(asked.members()));
    }

    /** A ring of the number of members that is asked for, each with a channel of its own. */
    static Batch.Work ring(Threads.Starter starter, Supplier<Channel> makeChannel) {
        return asked -> run(asked, starter, makeChannel);
    }

    /** Two threads and two queues. */
    static Batch.Work pingPong(Threads.Starter starter, int capacity) {
        return asked -> run(asked.withMembers(2), starter, () -> new Channel.ByQueue(capacity));
    }

    private static Batch.Outcome run(
            Batch asked, Threads.Starter starter, Supplier<Channel> makeChannel) throws Exception {
        HandOffs ring = new HandOffs(asked);
        List<Channel> channels = new ArrayList<>();
        for (long i = 0; i < asked.members(); ++i) {
            channels.add(makeChannel.get());
        }
        List<Threads.Job> jobs = new ArrayList<>();
        List<RingMember> members = new ArrayList<>();
        for (int i = 0; i < channels.size(); ++i) {
            Channel behind = channels.get((i + 1) % channels.size());
            RingMember member = new RingMember(asked, i, channels.get(i), behind);
            members.add(member);
            jobs.add(() -> ring.run(member));
        }
        Threads.run(starter, jobs);
        ReceivedSum all = new ReceivedSum();
        members.forEach(member -> all.add(member.arrived));
        return ring.watch.outcome(all);
    }

    private void run(RingMember member) throws InterruptedException {
        member.takePlace();
        missing.countDown();
        missing.await();
        member.takeTurns(asked.warmup());
        if (member.hasTurn()) {
            watch.start();
        }
        member.takeTurns(asked.total());
        if (member.hasTurn()) {
            watch.stop();
        }
    }
}
