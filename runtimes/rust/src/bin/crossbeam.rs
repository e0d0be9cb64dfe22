// SPDX-License-Identifier: BSL-1.0
//! The runtime `crossbeam`: the channels of crossbeam-channel between threads of the kernel.

use crossbeam_channel::{after, bounded, select, Receiver};
use tollgate_runtimes::protocol::{Case, Runtime};
use tollgate_runtimes::threads;
use std::time::Duration;

const NEVER: Duration = Duration::from_secs(10);

static RUNTIME: Runtime = Runtime {
    runtime: "crossbeam",
    version: concat!(
        env!("CROSSBEAM_CHANNEL_VERSION"),
        ", rustc ",
        env!("RUSTC_VERSION")
    ),
    notes: &[
        "its threads are the kernel's, and are not pinned: on two CPUs the kernel may run both \
         sides on one",
        "a thread that waits for a channel spins and yields a few times before it sleeps: on one \
         CPU most hand-offs are by sched_yield",
        "a timer is a channel of its own, made by after() for one receive; none can be set anew",
    ],
    cases: &[&CASES],
};

fn main() -> std::io::Result<()> {
    RUNTIME.serve()
}

static CASES: [Case; 6] = [
    Case {
        name: "pingpong",
        question: "queue/pingpong",
        threads: 2,
        parameters: "capacity:64",
        unit: "one number handed over by bounded(64): send to return of recv, half a round trip",
        run: |batch| threads::pingpong(batch, || channel(64, waits)),
    },
    Case {
        name: "rendezvous",
        question: "queue/pingpong",
        threads: 2,
        parameters: "capacity:0",
        unit: "one number handed over by bounded(0), both being there, half a round trip",
        run: |batch| threads::pingpong(batch, || channel(0, waits)),
    },
    Case {
        name: "stream",
        question: "queue/stream",
        threads: 2,
        parameters: "capacity:1024",
        unit: "one message of a stream over bounded(1024)",
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
    Case {
        name: "sleep",
        question: "timeout/sleep",
        threads: 2,
        parameters: "between:threads",
        unit: "one message, received by select! beside a timer that is made for it",
        run: |batch| threads::stream(batch, channel(1, waits_beside_timer)),
    },
];

/// The ends of a channel, from which messages are received in that way.
fn channel(
    capacity: usize,
    receive: impl Fn(&Receiver<u64>) -> Option<u64>,
) -> (impl FnMut(u64) -> bool, impl FnMut() -> Option<u64>) {
    let (to, from) = bounded(capacity);
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

fn waits_beside_timer(from: &Receiver<u64>) -> Option<u64> {
    select! {
        recv(from) -> message => message.ok(),
        recv(after(NEVER)) -> _ => None,
    }
}
