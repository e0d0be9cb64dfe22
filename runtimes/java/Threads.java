// SPDX-License-Identifier: BSL-1.0

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Threads of one kind that work together. A failure of one of them ends the process. */
enum Threads {
    PLATFORM,
    VIRTUAL;

    /** The work of one of them. */
    interface Job {
        void run() throws Exception;
    }

    // Virtual threads by the name of a method, so that a JDK without them compiles and runs this. A
    // constant, so that a call through it is compiled like a call by name.
    private static final MethodHandle START_VIRTUAL = find();

    private static MethodHandle find() {
        try {
            MethodType type = MethodType.methodType(Thread.class, Runnable.class);
            return MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread", type);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    /** Virtual ones are a preview before Java 21. */
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

    /** Runs each job in a thread of its own, and waits for all. */
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
