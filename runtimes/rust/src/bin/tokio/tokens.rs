// SPDX-License-Identifier: BSL-1.0
//! Cancellation tokens. A token calls wakers where others call callbacks: a future of `cancelled()`
//! registers a waker when it is polled, and takes it back when it is dropped. No runtime takes
//! part.

use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use std::future::Future;
use std::hint::black_box;
use std::pin::{pin, Pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use tokio_util::sync::CancellationToken;

pub static CASES: [Case; 5] = [
    Case {
        name: "check",
        question: "cancel/check",
        threads: 1,
        parameters: "",
        unit: "one is_cancelled() of a token that is not",
        run: check,
    },
    Case {
        name: "create",
        question: "cancel/create",
        threads: 1,
        parameters: "token:root",
        unit: "one token made and dropped",
        run: create,
    },
    Case {
        name: "create_child",
        question: "cancel/create",
        threads: 1,
        parameters: "token:child",
        unit: "one child of a token made and dropped",
        run: create_child,
    },
    Case {
        name: "register",
        question: "cancel/register",
        threads: 1,
        parameters: "",
        unit: "one cancelled() made, polled once and dropped",
        run: register,
    },
    Case {
        name: "one_shot",
        question: "cancel/one_shot",
        threads: 1,
        parameters: "token:root",
        unit: "a token's life: made, one cancelled() polled once and dropped, itself dropped",
        run: one_shot,
    },
];

/// After the batch the token is cancelled, and asked once more.
fn check(batch: &Batch) -> Outcome {
    let token = CancellationToken::new();
    let outcome = repeat(batch, || !black_box(&token).is_cancelled());
    token.cancel();
    if !token.is_cancelled() {
        return Err("a token that was cancelled said that it was not".to_owned());
    }
    outcome
}

fn create(batch: &Batch) -> Outcome {
    repeat(batch, || {
        black_box(CancellationToken::new());
        true
    })
}

fn create_child(batch: &Batch) -> Outcome {
    let parent = CancellationToken::new();
    repeat(batch, || {
        black_box(black_box(&parent).child_token());
        true
    })
}

fn register(batch: &Batch) -> Outcome {
    let token = CancellationToken::new();
    let (waker, calls) = counting_waker();
    let outcome = repeat(batch, || registers(&token, &waker));
    calls.expect_none().and(outcome)
}

fn one_shot(batch: &Batch) -> Outcome {
    let (waker, calls) = counting_waker();
    let outcome = repeat(batch, || registers(&CancellationToken::new(), &waker));
    calls.expect_none().and(outcome)
}

/// Registers a waker, and takes it back.
fn registers(token: &CancellationToken, waker: &Waker) -> bool {
    waits(pin!(black_box(token).cancelled()), waker)
}

/// Polls once: true if the future is not ready, and the waker is registered.
fn waits(future: Pin<&mut impl Future>, waker: &Waker) -> bool {
    future.poll(&mut Context::from_waker(waker)).is_pending()
}

/// An operation that went wrong does not count, and the batch ends.
fn repeat(batch: &Batch, once: impl Fn() -> bool) -> Outcome {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for number in numbers {
            if !once() {
                return Ok(tally);
            }
            tally.take(number);
        }
        batch.over(phase);
    }
    Ok(tally)
}

/// A waker that counts its calls. One thread alone has it, so that a load and a store are enough.
#[derive(Default)]
struct Calls(AtomicU64);

impl Calls {
    fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn expect_none(&self) -> Result<(), String> {
        match self.so_far() {
            0 => Ok(()),
            _ => Err("a waker was called though nothing was cancelled".to_owned()),
        }
    }
}

impl Wake for Calls {
    fn wake(self: Arc<Self>) {
        self.0.store(self.so_far() + 1, Ordering::Relaxed);
    }
}

fn counting_waker() -> (Waker, Arc<Calls>) {
    let calls = Arc::new(Calls::default());
    (Waker::from(Arc::clone(&calls)), calls)
}
