// SPDX-License-Identifier: BSL-1.0

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Threads of one kind that work together. If one of them fails, or cannot be made, the others are
 * interrupted: those that wait for it would wait for ever.
 */
final class Threads {
    /** Starts a thread of its kind. */
    interface Starter {
        Thread start(Runnable work);
    }

    /** The work of one of them. */
    interface Job {
        void run() throws Exception;
    }

    private final BlockingQueue<Optional<Throwable>> ends = new LinkedBlockingQueue<>();
    private final List<Thread> running = new ArrayList<>();

    private Threads() {}

    /** Runs each job in a thread of its own, and waits for all. A failure of a job is thrown. */
    static void run(Starter starter, List<Job> jobs) throws Exception {
        Threads threads = new Threads();
        try {
            for (Job job : jobs) {
                threads.running.add(starter.start(() -> threads.work(job)));
            }
            threads.awaitEnds();
        } catch (Throwable failure) {
            threads.running.forEach(Thread::interrupt);
            throw failure;
        }
    }

    /** Starts a thread of the operating system. It does not keep the process alive. */
    static Thread startPlatformThread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void work(Job job) {
        try {
            job.run();
            ends.add(Optional.empty());
        } catch (Throwable failure) {
            ends.add(Optional.of(failure));
        }
    }

    private void awaitEnds() throws Exception {
        for (int i = 0; i < running.size(); ++i) {
            Optional<Throwable> failure = ends.take();
            if (failure.isPresent()) {
                throw new Exception(failure.get());
            }
        }
        for (Thread thread : running) {
            thread.join();
        }
    }
}
