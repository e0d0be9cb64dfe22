// SPDX-License-Identifier: BSL-1.0

/**
 * A member of a ring in which one number goes round: hand-off k is made by member k mod N to the
 * one behind it, and carries first + k.
 */
final class RingMember {
    private static final long NONE = -1;
    private static final int SLICE = 64;

    final ReceivedSum arrived = new ReceivedSum();
    private final Channel in;
    private final Channel out;
    private final long members;
    private final long first;
    private long next; // the hand-off that comes to it next
    private long due = NONE; // the one that it has to make: it has the turn at a limit

    RingMember(Batch asked, long member, Channel in, Channel out) {
        this.in = in;
        this.out = out;
        members = asked.members();
        first = asked.first();
        next = member == 0 ? members - 1 : member - 1;
        if (member == 0) {
            due = 0;
        }
    }

    /** True for one of all members that have taken their turns up to a limit. */
    boolean hasTurn() {
        return due != NONE;
    }

    /** To be called by its thread, before the first hand-off. */
    void takePlace() {
        in.ownedBy(Thread.currentThread());
    }

    /** Takes part in all hand-offs below the limit that are its own. */
    void takeTurns(long limit) throws InterruptedException {
        if (hasTurn() && due < limit) {
            long number = first + due;
            due = NONE;
            out.give(number);
        }
        while (next < limit) {
            takeSomeTurns(limit);
        }
    }

    /**
     * A slice, as in {@link Batch#inSlices}. The objects of two members can share a line of the
     * cache, so that a turn counts in local variables.
     */
    private void takeSomeTurns(long limit) throws InterruptedException {
        ReceivedSum slice = new ReceivedSum();
        long coming = next;
        for (int i = 0; i < SLICE && coming < limit; ++i) {
            long number = in.take();
            slice.count(number);
            boolean isLast = coming + 1 == limit;
            coming += members;
            if (isLast) {
                due = limit;
            } else {
                out.give(number + 1);
            }
        }
        next = coming;
        arrived.add(slice);
    }
}
