// SPDX-License-Identifier: BSL-1.0

/** The number of operations that arrived, and the sum of their numbers. */
final class ReceivedSum {
    private long received;
    private long sum;

    void count(long number) {
        ++received;
        sum += number;
    }

    void add(ReceivedSum other) {
        received += other.received;
        sum += other.sum;
    }

    long received() {
        return received;
    }

    long sum() {
        return sum;
    }
}
