// SPDX-License-Identifier: BSL-1.0
//! `tokio`: tasks, channels and timers of tokio, and the cancellation tokens of tokio-util.

use crate::batch::{Batch, Tally};
use crate::Case;
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Wake, Waker};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{channel, Receiver};
use tokio::time::{self, sleep, Instant};
use tokio_util::sync::CancellationToken;

const NEVER: Duration = Duration::from_secs(10);

pub const NOTES: &[&str] = &[
    "a task has no stack and is not preempted: a task that waits returns to the scheduler, which calls the next \
     one; of two workers, one may run both tasks",
    "a task that yields is put aside until no other can run or 61 have run; then the runtime checks \
     timers, but no I/O; more than 61 tasks take turns unevenly",
    "a timer ends on a whole ms, rounded up; a token's callback is a waker, registered by cancelled()",
];
pub const CASES: &[Case] = &[
    ("yield fiber/yield 1 flavor:current_thread fibers:* = one yield_now in a ring of tasks", yield_ring),
    ("create_join fiber/create_join 1 flavor:current_thread = one task spawned, run and awaited", |batch| {
        let batch = batch.clone();
        run_all(
            current_thread(),
            [async move { each!(batch, number => tokio::spawn(async move { number }).await.unwrap()) }],
        )
    }),
    (
        "pingpong queue/pingpong 1 flavor:current_thread between:tasks capacity:64 = one number handed over by \
         mpsc: send to return of recv, half a round trip",
        |batch| pingpong(current_thread(), batch),
    ),
    (
        "pingpong_workers queue/pingpong 2 flavor:multi_thread workers:2 capacity:64 = one number handed over by \
         mpsc: send to return of recv, half a round trip",
        |batch| pingpong(two_workers(), batch),
    ),
    (
        "stream queue/stream 1 flavor:current_thread between:tasks capacity:1024 = one message of a stream over mpsc",
        |batch| plain_stream(current_thread(), batch, 1024),
    ),
    (
        "stream_workers queue/stream 2 flavor:multi_thread workers:2 capacity:1024 = one message of a stream over mpsc",
        |batch| plain_stream(two_workers(), batch, 1024),
    ),
    ("baseline timeout/baseline 1 flavor:current_thread = one message, sent and received", |batch| {
        plain_stream(current_thread(), batch, 1)
    }),
    ("timeout timeout/timeout 1 flavor:current_thread = one message, received within tokio::time::timeout", |batch| {
        stream(current_thread(), batch, 1, |batch, mut from| async move {
            each!(batch, _ => time::timeout(NEVER, from.recv()).await.unwrap().unwrap())
        })
    }),
    (
        "sleep timeout/sleep 1 flavor:current_thread = one message, received by select! beside a Sleep that is made \
         for it",
        |batch| {
            stream(current_thread(), batch, 1, |batch, mut from| async move {
                each!(batch, _ => tokio::select! {
                    message = from.recv() => message.unwrap(),
                    () = sleep(NEVER) => panic!("messages come"),
                })
            })
        },
    ),
    (
        "reused_sleep timeout/reused_sleep 1 flavor:current_thread = one message, received by select! beside a Sleep \
         that is set anew",
        |batch| {
            stream(current_thread(), batch, 1, |batch, mut from| async move {
                let mut silence = pin!(sleep(NEVER));
                each!(batch, _ => {
                    silence.as_mut().reset(Instant::now() + NEVER);
                    tokio::select! {
                        message = from.recv() => message.unwrap(),
                        () = silence.as_mut() => panic!("messages come"),
                    }
                })
            })
        },
    ),
    (
        "lateness sleep/timeout_lateness 1 flavor:current_thread interval_ms:2 expected_ns:2000000 = one \
         tokio::time::sleep: how late it ends",
        |batch| {
            let batch = batch.clone();
            let sleeps = async move {
                each!(batch, number => {
                    sleep(Duration::from_millis(2)).await;
                    number
                })
            };
            run_all(current_thread(), [sleeps])
        },
    ),
    ("check cancel/check 1 = one is_cancelled() of a token that is not", |batch| {
        let token = CancellationToken::new();
        let tally = each!(batch, number => number * u64::from(!black_box(&token).is_cancelled()));
        token.cancel();
        assert!(token.is_cancelled());
        tally
    }),
    ("create cancel/create 1 token:root = one token made and dropped", |batch| {
        each!(batch, number => {
            black_box(CancellationToken::new());
            number
        })
    }),
    ("register cancel/register 1 = one cancelled() made, polled once and dropped", |batch| {
        let (token, waker) = (CancellationToken::new(), Waker::from(Arc::new(NeverCalled)));
        each!(batch, number => number * u64::from(registers(&token, &waker)))
    }),
    (
        "one_shot cancel/one_shot 1 token:root = constructing a token, polling and dropping one cancelled(), \
         dropping the token",
        |batch| {
            let waker = Waker::from(Arc::new(NeverCalled));
            each!(batch, number => number * u64::from(registers(&CancellationToken::new(), &waker)))
        },
    ),
];

/// Runs all tasks on the calling thread. Made at first use, and kept.
fn current_thread() -> &'static Runtime {
    static ONE: OnceLock<Runtime> = OnceLock::new();
    ONE.get_or_init(|| Builder::new_current_thread().enable_time().build().unwrap())
}

/// Runs tasks on two threads. The runtime moves them between the threads.
fn two_workers() -> &'static Runtime {
    static ONE: OnceLock<Runtime> = OnceLock::new();
    ONE.get_or_init(|| {
        Builder::new_multi_thread()
            .worker_threads(2)
            .enable_time()
            .build()
            .unwrap()
    })
}

/// Runs all of these as tasks. The future on which the runtime blocks does nothing of the batch.
fn run_all<F>(on: &Runtime, tasks: impl IntoIterator<Item = F>) -> Tally
where
    F: Future<Output = Tally> + Send + 'static,
{
    on.block_on(async {
        let running: Vec<_> = tasks.into_iter().map(tokio::spawn).collect();
        let mut tally = Tally::default();
        for task in running {
            tally += task.await.unwrap();
        }
        tally
    })
}

/// A ring of tasks that yield. Of more than 61 tasks some run more often than others, so a task
/// takes the next number when it runs. All tasks are on one thread, so a load and a store are
/// enough.
fn yield_ring(batch: &Batch) -> Tally {
    let next = Arc::new(AtomicU64::new(batch.first));
    let ring = (0..batch.members).map(|_| {
        let (batch, next) = (batch.clone(), Arc::clone(&next));
        async move {
            let mut tally = Tally::default();
            for (part, numbers) in batch.parts().into_iter().enumerate() {
                loop {
                    let number = next.load(Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    next.store(number + 1, Relaxed);
                    tokio::task::yield_now().await;
                    tally.take(number);
                }
                batch.over(part);
            }
            tally
        }
    });
    run_all(current_thread(), ring)
}

fn pingpong(on: &Runtime, batch: &Batch) -> Tally {
    let (to_other, of_other) = channel(64);
    let (to_first, of_first) = channel(64);
    let sides = [(0, to_other, of_first), (1, to_first, of_other)].map(|(side, to, mut from)| {
        let batch = batch.clone();
        async move { take_turns!(batch, side, number => to.send(number).await.unwrap(), from.recv().await.unwrap()) }
    });
    run_all(on, sides)
}

fn plain_stream(on: &Runtime, batch: &Batch, capacity: usize) -> Tally {
    stream(on, batch, capacity, |batch, mut from| async move {
        each!(batch, _ => from.recv().await.unwrap())
    })
}

/// A task sends, and another task receives.
fn stream<F>(
    on: &Runtime,
    batch: &Batch,
    capacity: usize,
    receiver: impl FnOnce(Batch, Receiver<u64>) -> F,
) -> Tally
where
    F: Future<Output = Tally> + Send + 'static,
{
    let (to, from) = channel(capacity);
    let receiver = receiver(batch.clone(), from);
    let numbers = batch.numbers();
    on.block_on(async {
        let receiver = tokio::spawn(receiver);
        let sender = tokio::spawn(async move {
            for number in numbers {
                to.send(number).await.unwrap();
            }
        });
        let tally = receiver.await.unwrap();
        sender.await.unwrap();
        tally
    })
}

/// A waker that is never called.
struct NeverCalled;

impl Wake for NeverCalled {
    fn wake(self: Arc<Self>) {
        panic!("nothing was cancelled");
    }
}

/// Registers a waker and unregisters it: a future of `cancelled()` registers when it is polled, and
/// unregisters when it is dropped. No runtime is involved.
fn registers(token: &CancellationToken, waker: &Waker) -> bool {
    let future = pin!(black_box(token).cancelled());
    future.poll(&mut Context::from_waker(waker)).is_pending()
}
