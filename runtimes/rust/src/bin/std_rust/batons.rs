// SPDX-License-Identifier: BSL-1.0
//! Two ways to hand a turn on from thread to thread.

use tollgate_runtimes::batch::Batch;
use tollgate_runtimes::protocol::{Case, Outcome};
use tollgate_runtimes::threads::{ring, Baton};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

pub static CASES: [Case; 2] = [
    Case {
        name: "condvar",
        question: "thread/condvar",
        threads: 2,
        parameters: "threads:*",
        unit: "one hand-off: notify_one to return of wait",
        run: condvar,
    },
    Case {
        name: "yield",
        question: "thread/sched_yield",
        threads: 2,
        parameters: "threads:*",
        unit: "one hand-off by thread::yield_now",
        run: yields,
    },
];

fn condvar(batch: &Batch) -> Outcome {
    ring(batch, &CondvarBaton::new(batch.members))
}

fn yields(batch: &Batch) -> Outcome {
    ring(batch, &YieldBaton::new())
}

/// A mutex, a condition variable and a slot for each member. The notification comes after the mutex
/// is released, so that the woken thread need not wait for it again.
struct CondvarBaton {
    boxes: Vec<TurnBox>,
}

/// Two members never share a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct TurnBox {
    number: Mutex<Option<u64>>,
    changed: Condvar,
}

impl CondvarBaton {
    fn new(members: u64) -> Self {
        Self {
            boxes: (0..members).map(|_| TurnBox::default()).collect(),
        }
    }
}

impl Baton for CondvarBaton {
    fn pass(&self, to: usize, number: u64) {
        let next = &self.boxes[to];
        *next.number.lock().expect("no thread panics with it") = Some(number);
        next.changed.notify_one();
    }

    fn wait(&self, member: usize, _due: u64) -> u64 {
        let own = &self.boxes[member];
        let mut number = own.number.lock().expect("no thread panics with it");
        loop {
            if let Some(came) = number.take() {
                return came;
            }
            number = own.changed.wait(number).expect("no thread panics with it");
        }
    }
}

/// One word with the number of the last hand-off. The waiting threads yield their CPU until it is
/// the number that they wait for. The kernel chooses the next thread, and need not choose the right
/// one.
struct YieldBaton {
    handed_on: AtomicU64,
}

impl YieldBaton {
    fn new() -> Self {
        Self {
            handed_on: AtomicU64::new(u64::MAX),
        }
    }
}

impl Baton for YieldBaton {
    fn pass(&self, _to: usize, number: u64) {
        self.handed_on.store(number, Ordering::Release);
    }

    fn wait(&self, _member: usize, due: u64) -> u64 {
        loop {
            let seen = self.handed_on.load(Ordering::Acquire);
            if seen == due {
                return seen;
            }
            thread::yield_now();
        }
    }
}
