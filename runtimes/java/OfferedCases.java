// SPDX-License-Identifier: BSL-1.0

import java.util.ArrayList;
import java.util.List;

/** The cases of this runtime, and its greeting. */
final class OfferedCases {
    private static final int CAPACITY = 64;
    private static final String BY_VIRTUAL = " by:virtual_thread";

    private static final List<String> NOTES =
            List.of(
                    "a platform thread is one of the kernel's, and is not pinned: on two CPUs the"
                            + " kernel may run both sides on one",
                    "a virtual thread (from Java 21 on) is resumed by a carrier thread, one for"
                            + " each CPU, and is not preempted; another thread keeps its timed waits",
                    "numbers are boxed in queues, and the garbage is collected by the thread that"
                            + " fills the heap (-XX:+UseSerialGC); both are in the figures",
                    "the code is compiled while it runs, by threads on the same CPUs: the first"
                            + " batches are slow; the CPU time is counted in ticks of 10 ms");

    private OfferedCases() {}

    static List<OfferedCase> all() {
        List<OfferedCase> cases = new ArrayList<>(ofPlatformThreads());
        if (VirtualThreads.available()) {
            cases.addAll(ofVirtualThreads());
        }
        return cases;
    }

    private static List<OfferedCase> ofPlatformThreads() {
        Threads.Starter starter = Threads::startPlatformThread;
        return List.of(
                new OfferedCase("condition", "thread/condvar", 2, " by:condition", "threads",
                        "one hand-off: signal of a Condition to return of await",
                        HandOffs.ring(starter, Channel.ByCondition::new)),
                new OfferedCase("park", "thread/condvar", 2, " by:park", "threads",
                        "one hand-off: LockSupport.unpark to return of park",
                        HandOffs.ring(starter, Channel.ByPark::new)),
                new OfferedCase("thread_yield", "thread/sched_yield", 2, "", "threads",
                        "one hand-off by Thread.yield()",
                        HandOffs.ring(starter, Channel.ByYield::new)),
                new OfferedCase("pingpong", "queue/pingpong", 2, " capacity:64", "",
                        "one hand-off over one of two ArrayBlockingQueues",
                        HandOffs.pingPong(starter, CAPACITY)),
                new OfferedCase("stream", "queue/stream", 2, " capacity:1024", "",
                        "one number over an ArrayBlockingQueue", Streams.over1024(starter)),
                new OfferedCase("fork_join", "fiber/create_join", 1, " by:fork_join", "",
                        "one RecursiveAction forked and joined by a pool's worker, whose join"
                                + " mostly calls it",
                        OneByOne::forkAndJoin),
                new OfferedCase("sleep", "sleep/timeout_lateness", 1,
                        " slice_ms:2 expected_ns:2000000", "",
                        "one Thread.sleep of 2 ms", OneByOne::sleep));
    }

    private static List<OfferedCase> ofVirtualThreads() {
        Threads.Starter starter = VirtualThreads::start;
        return List.of(
                new OfferedCase("virtual_yield", "fiber/yield", 1, BY_VIRTUAL, "fibers",
                        "one Thread.yield() in a ring of virtual threads", YieldRing::run),
                new OfferedCase("virtual_start_join", "fiber/create_join", 1, BY_VIRTUAL, "",
                        "one virtual thread started and joined by another",
                        OneByOne::startVirtual),
                new OfferedCase("virtual_unbuffered", "fiber/unbuffered_channel", 1, BY_VIRTUAL,
                        "", "one number over a SynchronousQueue", Streams.overNone(starter)),
                new OfferedCase("virtual_pingpong", "queue/pingpong", 1,
                        " capacity:64 between:tasks", "",
                        "one hand-off over one of two ArrayBlockingQueues, between virtual threads",
                        HandOffs.pingPong(starter, CAPACITY)),
                new OfferedCase("virtual_baseline", "timeout/baseline", 1, BY_VIRTUAL, "",
                        "one number over an ArrayBlockingQueue of capacity 1",
                        Streams.overOne(starter, false)),
                new OfferedCase("virtual_timeout", "timeout/timeout", 1, BY_VIRTUAL, "",
                        "the same, each received by a poll of 10 s",
                        Streams.overOne(starter, true)));
    }

    /** The answer to hello. */
    static String greeting(List<OfferedCase> cases) {
        StringBuilder text = new StringBuilder("runtime 1 java ");
        text.append(Runtime.version()).append(", ").append(System.getProperty("java.vm.name"));
        NOTES.forEach(note -> text.append("\nnote ").append(note));
        cases.forEach(one -> text.append('\n').append(one.line()));
        return text.append("\nready").toString();
    }
}
