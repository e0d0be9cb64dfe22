// SPDX-License-Identifier: BSL-1.0
//! Bounded channels between two threads, and receives with a timeout that never fires.

use tollgate_runtimes::protocol::Case;
use tollgate_runtimes::threads;
use std::sync::mpsc::{sync_channel, Receiver};
use std::time::Duration;

pub static CASES: [Case; 5] = [
    Case {
        name: "pingpong",
        question: "queue/pingpong",
        threads: 2,
        parameters: "capacity:64",
        unit: "one number handed over by sync_channel: send to return of recv, half a round trip",
        run: |batch| threads::pingpong(batch, || channel(64, waits)),
    },
    Case {
        name: "rendezvous",
        question: "queue/pingpong",
        threads: 2,
        parameters: "capacity:0",
        unit: "one number handed over by sync_channel(0), both being there, half a round trip",
        run: |batch| threads::pingpong(batch, || channel(0, waits)),
    },
    Case {
        name: "stream",
        question: "queue/stream",
        threads: 2,
        parameters: "capacity:1024",
        unit: "one message of a stream over sync_channel",
        run: |batch| threads::stream(batch, channel(1024, waits)),
    },
    Case {
        name: "baseline",
        question: "timeout/baseline",
        threads: 2,
        parameters: "between:threads",
        unit: "one message, sent and received",
        run: |batch| threads::stream(batch, channel(1, waits)),
    },
    Case {
        name: "timeout",
        question: "timeout/timeout",
        threads: 2,
        parameters: "between:threads",
        unit: "one message, received by recv_timeout",
        run: |batch| threads::stream(batch, channel(1, waits_until_deadline)),
    },
];

const NEVER: Duration = Duration::from_secs(10);

/// The ends of a channel, from which messages are received in that way.
fn channel(
    capacity: usize,
    receive: impl Fn(&Receiver<u64>) -> Option<u64>,
) -> (impl FnMut(u64) -> bool, impl FnMut() -> Option<u64>) {
    let (to, from) = sync_channel(capacity);
    (
        move |number| to.send(number).is_ok(),
        move || receive(&from),
    )
}

fn waits(from: &Receiver<u64>) -> Option<u64> {
    from.recv().ok()
}

fn waits_until_deadline(from: &Receiver<u64>) -> Option<u64> {
    from.recv_timeout(NEVER).ok()
}
