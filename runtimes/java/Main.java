// SPDX-License-Identifier: BSL-1.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/**
 * A runtime of Tollgate: threads, queues, fork and join, and virtual threads if the JDK has them.
 * The protocol is in docs/other_runtimes.md.
 */
public final class Main {
    /** A case, and its text in the greeting. */
    private record Offer(String name, String text, Loops.Work work) {}

    private static final String NOTES =
            "\nnote a platform thread is one of the kernel's, and is not pinned: on two CPUs the"
                    + " kernel may run both sides on one"
                    + "\nnote a virtual thread (from Java 21 on) is resumed by a carrier thread, one"
                    + " for each CPU, and is not preempted; another thread keeps its timed waits"
                    + "\nnote numbers are boxed in queues, and the garbage is collected by the"
                    + " thread that fills the heap (-XX:+UseSerialGC); both are in the figures"
                    + "\nnote the code is compiled while it runs, by threads on the same CPUs: the"
                    + " first batches are slow; the CPU time is counted in ticks of 10 ms";

    private static List<Offer> offers() {
        Threads platform = Threads.PLATFORM;
        List<Offer> all = new ArrayList<>(List.of(
                new Offer("condition", "thread/condvar 2 threads:* = one hand-off: signal of a"
                        + " Condition to return of await", Loops::conditionRing),
                new Offer("pingpong", "queue/pingpong 2 capacity:64 = one hand-off over one of two"
                        + " ArrayBlockingQueues", Loops.pingPong(platform)),
                new Offer("stream", "queue/stream 2 capacity:1024 = one number over an"
                        + " ArrayBlockingQueue",
                        Loops.stream(platform, () -> new ArrayBlockingQueue<>(1024))),
                new Offer("fork_join", "fiber/create_join 1 by:fork_join = one RecursiveAction"
                        + " forked and joined by a pool's worker, whose join mostly calls it",
                        Loops::forkAndJoin),
                new Offer("sleep", "sleep/timeout_lateness 1 interval_ms:2 expected_ns:2000000 = one"
                        + " Thread.sleep of 2 ms", Loops::sleep)));
        if (Threads.areVirtual()) {
            addVirtual(Threads.VIRTUAL, all);
        }
        return all;
    }

    private static void addVirtual(Threads virtual, List<Offer> all) {
        String by = " 1 by:virtual_thread";
        all.add(new Offer("virtual_yield", "fiber/yield" + by + " fibers:* = one Thread.yield() in"
                + " a ring of virtual threads", Loops::yieldRing));
        all.add(new Offer("virtual_start_join", "fiber/create_join" + by + " = one virtual thread"
                + " started and joined by another", Loops::startVirtual));
        all.add(new Offer("virtual_unbuffered", "fiber/unbuffered_channel" + by + " = one number"
                + " over a SynchronousQueue", Loops.stream(virtual, SynchronousQueue::new)));
        all.add(new Offer("virtual_pingpong", "queue/pingpong 1 capacity:64 between:tasks = one"
                + " hand-off over one of two ArrayBlockingQueues, between virtual threads",
                Loops.pingPong(virtual)));
        all.add(new Offer("virtual_baseline", "timeout/baseline" + by + " = one number over an"
                + " ArrayBlockingQueue of capacity 1",
                Loops.stream(virtual, () -> new ArrayBlockingQueue<>(1))));
        all.add(new Offer("virtual_timeout", "timeout/timeout" + by + " = the same, each received"
                + " by a poll of 10 s", Loops.streamInTime(virtual)));
    }

    private static String greeting(List<Offer> offers) {
        StringBuilder text = new StringBuilder("runtime 1 java ");
        text.append(Runtime.version()).append(", ").append(System.getProperty("java.vm.name"));
        text.append(NOTES);
        offers.forEach(offer -> text.append("\ncase " + offer.name() + " " + offer.text()));
        return text.append("\nready").toString();
    }

    /** run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER] */
    private static String answer(List<Offer> offers, String[] words) throws Exception {
        long members = words.length > 5 ? Long.parseLong(words[5].split(":")[1]) : 1;
        Batch batch = new Batch(Long.parseLong(words[2]), Long.parseLong(words[3]),
                Long.parseLong(words[4]), members);
        for (Offer offer : offers) {
            if (offer.name().equals(words[1])) {
                offer.work().run(batch);
                return batch.answer();
            }
        }
        return "error there is no such case";
    }

    public static void main(String[] arguments) throws Exception {
        List<Offer> offers = offers();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            String reply = words[0].equals("hello") ? greeting(offers)
                    : words[0].equals("run") ? answer(offers, words)
                    : "error this runtime knows hello and run";
            System.out.print(reply + "\n");
            System.out.flush();
        }
    }
}
