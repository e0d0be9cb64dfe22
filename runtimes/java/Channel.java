// SPDX-License-Identifier: BSL-1.0

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Hands a number over to one thread, its owner, which waits for it. */
abstract class Channel {
    abstract void give(long number) throws InterruptedException;

    abstract long take() throws InterruptedException;

    /** To be called by the owner before the first number is given. */
    void ownedBy(Thread owner) {}

    /** A bounded queue. */
    static final class ByQueue extends Channel {
        private final BlockingQueue<Long> queue;

        ByQueue(int capacity) {
            queue = new ArrayBlockingQueue<>(capacity);
        }

        @Override
        void give(long number) throws InterruptedException {
            queue.put(number);
        }

        @Override
        long take() throws InterruptedException {
            return queue.take();
        }
    }

    /** A lock and its condition. */
    static final class ByCondition extends Channel {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private boolean full;
        private long kept;

        @Override
        void give(long number) {
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
        long take() throws InterruptedException {
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

    /** A flag, and the owner parked until it is set. */
    static final class ByPark extends Channel {
        private Thread owner;
        private volatile boolean full;
        private long kept; // written before the flag is set, read after it was seen

        @Override
        void ownedBy(Thread thread) {
            owner = thread;
        }

        @Override
        void give(long number) {
            kept = number;
            full = true;
            LockSupport.unpark(owner);
        }

        @Override
        long take() throws InterruptedException {
            while (!full) {
                LockSupport.park(this);
                throwIfInterrupted();
            }
            full = false;
            return kept;
        }
    }

    /** A flag that the owner reads between two yields. */
    static final class ByYield extends Channel {
        private volatile boolean full;
        private long kept;

        @Override
        void give(long number) {
            kept = number;
            full = true;
        }

        @Override
        long take() throws InterruptedException {
            while (!full) {
                Thread.yield();
                throwIfInterrupted();
            }
            full = false;
            return kept;
        }
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
