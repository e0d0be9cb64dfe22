// SPDX-License-Identifier: BSL-1.0

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Virtual threads by the name of a method, so that a JDK without them compiles and runs this. */
final class VirtualThreads {
    // A constant, so that a call through it is compiled like a call by name.
    private static final MethodHandle START = find();

    private VirtualThreads() {}

    /** False where the JDK has none. Where they are a preview, it refuses to start one. */
    static boolean available() {
        if (START == null) {
            return false;
        }
        try {
            start(() -> {}).join();
            return true;
        } catch (InterruptedException | UnsupportedOperationException refused) {
            return false;
        }
    }

    static Thread start(Runnable work) {
        try {
            return (Thread) START.invokeExact(work);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new IllegalStateException(other);
        }
    }

    private static MethodHandle find() {
        try {
            MethodType type = MethodType.methodType(Thread.class, Runnable.class);
            return MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread", type);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }
}
