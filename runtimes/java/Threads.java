// SPDX-License-Identifier: BSL-1.0

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Threads of a kind that work together. A failure of a thread ends the process. */
enum Threads {
    PLATFORM,
    VIRTUAL;

    /** The work of a thread. */
    interface Job {
        void run() throws Exception;
    }

    // Virtual threads are found by the name of a method, so that a JDK without them compiles and
    // runs this. The handle is a constant, so that calls are compiled like direct calls.
    private static final MethodHandle START_VIRTUAL = find();

    private static MethodHandle find() {
        try {
            MethodType type = MethodType.methodType(Thread.class, Runnable.class);
            return MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread", type);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    /** Whether there are virtual threads. Before Java 21 they are only a preview. */
    static boolean areVirtual() {
        return START_VIRTUAL != null && Runtime.version().feature() >= 21;
    }

    Thread start(Job job) {
        Runnable work = () -> runOrHalt(job);
        if (this == PLATFORM) {
            Thread thread = new Thread(work);
            thread.start();
            return thread;
        }
        try {
            return (Thread) START_VIRTUAL.invokeExact(work);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Runs each job in its own thread, and waits for all. */
    void run(List<Job> jobs) throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        jobs.forEach(job -> running.add(start(job)));
        for (Thread thread : running) {
            thread.join();
        }
    }

    private static void runOrHalt(Job job) {
        try {
            job.run();
        } catch (Throwable failure) { // others would wait for ever
            System.err.println(failure);
            Runtime.getRuntime().halt(1);
        }
    }
}
