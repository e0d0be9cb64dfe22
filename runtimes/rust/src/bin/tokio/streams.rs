// SPDX-License-Identifier: BSL-1.0
//! One task sends, another receives: plainly, or with a timeout that never fires. A receive that
//! has nothing ends its batch.

use crate::runtimes::{current_thread, two_workers};
use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use std::future::Future;
use std::ops::DerefMut;
use std::pin::{pin, Pin};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{channel, Receiver, Sender};
use tokio::time::{self, Instant, Sleep};

pub static CASES: [Case; 7] = [
    Case {
        name: "stream",
        question: "queue/stream",
        threads: 1,
        parameters: "flavor:current_thread between:tasks capacity:1024",
        unit: "one message of a stream over mpsc",
        run: |batch| stream(current_thread(), batch),
    },
    Case {
        name: "stream_workers",
        question: "queue/stream",
        threads: 2,
        parameters: "flavor:multi_thread workers:2 capacity:1024",
        unit: "one message of a stream over mpsc",
        run: |batch| stream(two_workers(), batch),
    },
    Case {
        name: "baseline",
        question: "timeout/baseline",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "one message, sent and received",
        run: baseline,
    },
    Case {
        name: "timeout",
        question: "timeout/timeout",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "one message, received within tokio::time::timeout",
        run: timeout,
    },
    Case {
        name: "sleep",
        question: "timeout/sleep",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "one message, received by select! beside a Sleep that is made for it",
        run: sleep,
    },
    Case {
        name: "reused_sleep",
        question: "timeout/reused_sleep",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "one message, received by select! beside a Sleep that is set anew",
        run: reused_sleep,
    },
    Case {
        name: "reused_boxed_sleep",
        question: "timeout/reused_boxed_sleep",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "the same with the Sleep in a box",
        run: reused_boxed_sleep,
    },
];

const NEVER: Duration = Duration::from_secs(10);

/// A way to receive.
trait Receive: Send {
    fn next(&mut self) -> impl Future<Output = Option<u64>> + Send;
}

/// A channel of 1024, as it is.
fn stream(on: &Runtime, batch: &Batch) -> Outcome {
    exchange(on, batch, 1024, |batch, from| {
        receive_all(batch, Plain(from))
    })
}

/// A channel of 1, as it is.
fn baseline(batch: &Batch) -> Outcome {
    exchange(current_thread(), batch, 1, |batch, from| {
        receive_all(batch, Plain(from))
    })
}

fn timeout(batch: &Batch) -> Outcome {
    exchange(current_thread(), batch, 1, |batch, from| {
        receive_all(batch, Limited(from))
    })
}

fn sleep(batch: &Batch) -> Outcome {
    exchange(current_thread(), batch, 1, |batch, from| {
        receive_all(batch, BesideSleep(from))
    })
}

fn reused_sleep(batch: &Batch) -> Outcome {
    exchange(current_thread(), batch, 1, |batch, from| async {
        let silence = pin!(time::sleep(NEVER));
        receive_all(batch, BesideReused { from, silence }).await
    })
}

fn reused_boxed_sleep(batch: &Batch) -> Outcome {
    exchange(current_thread(), batch, 1, |batch, from| async {
        let silence = Box::pin(time::sleep(NEVER));
        receive_all(batch, BesideReused { from, silence }).await
    })
}

struct Plain(Receiver<u64>);

impl Receive for Plain {
    fn next(&mut self) -> impl Future<Output = Option<u64>> + Send {
        self.0.recv()
    }
}

struct Limited(Receiver<u64>);

impl Receive for Limited {
    async fn next(&mut self) -> Option<u64> {
        time::timeout(NEVER, self.0.recv()).await.ok()?
    }
}

/// A timer is made for each message.
struct BesideSleep(Receiver<u64>);

impl Receive for BesideSleep {
    async fn next(&mut self) -> Option<u64> {
        tokio::select! {
            message = self.0.recv() => message,
            () = time::sleep(NEVER) => None,
        }
    }
}

/// One timer, pinned where it stands or in a box, is set anew for each message.
struct BesideReused<T> {
    from: Receiver<u64>,
    silence: Pin<T>,
}

impl<T: DerefMut<Target = Sleep> + Send> Receive for BesideReused<T> {
    async fn next(&mut self) -> Option<u64> {
        self.silence.as_mut().reset(Instant::now() + NEVER);
        tokio::select! {
            message = self.from.recv() => message,
            () = self.silence.as_mut() => None,
        }
    }
}

fn exchange<F>(
    on: &Runtime,
    batch: &Batch,
    capacity: usize,
    receiver: impl FnOnce(Batch, Receiver<u64>) -> F,
) -> Outcome
where
    F: Future<Output = Tally> + Send + 'static,
{
    let (to, from) = channel(capacity);
    let receiver = receiver(batch.clone(), from);
    let sender = send_all(batch.clone(), to);
    on.block_on(async {
        let receiver = tokio::spawn(receiver);
        let sender = tokio::spawn(sender);
        let tally = receiver.await.map_err(|_| "a task panicked".to_owned())?;
        sender.await.map_err(|_| "a task panicked".to_owned())?;
        Ok(tally)
    })
}

async fn send_all(batch: Batch, to: Sender<u64>) {
    for number in batch.numbers() {
        if to.send(number).await.is_err() {
            return;
        }
    }
}

async fn receive_all(batch: Batch, mut from: impl Receive) -> Tally {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for _ in numbers {
            match from.next().await {
                Some(number) => tally.take(number),
                None => return tally,
            }
        }
        batch.over(phase);
    }
    tally
}
