// SPDX-License-Identifier: BSL-1.0
//! The cost of a switch between tasks, and of making one.

use crate::runtimes::{current_thread, run_all};
use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

pub static CASES: [Case; 2] = [
    Case {
        name: "yield",
        question: "fiber/yield",
        threads: 1,
        parameters: "flavor:current_thread fibers:*",
        unit: "one yield_now in a ring of tasks",
        run: yield_ring,
    },
    Case {
        name: "create_join",
        question: "fiber/create_join",
        threads: 1,
        parameters: "flavor:current_thread",
        unit: "one task spawned, run and awaited",
        run: create_join,
    },
];

/// A ring of tasks that yield in turn, each turn with the next number.
///
/// tokio puts a task that yields aside, until no other can run or 61 have run. Then it wakes all
/// that it put aside, the last one first. Therefore the ring goes to and fro, and among more than
/// 61 tasks some have more turns than others: a task draws the number of each turn when it comes.
fn yield_ring(batch: &Batch) -> Outcome {
    let next = Arc::new(AtomicU64::new(batch.first));
    let ring = (0..batch.members).map(|_| take_turns(batch.clone(), Arc::clone(&next)));
    run_all(current_thread(), ring)
}

/// All tasks are on one thread, so that a load and a store are enough.
async fn take_turns(batch: Batch, next: Arc<AtomicU64>) -> Tally {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        loop {
            let number = next.load(Ordering::Relaxed);
            if number >= numbers.end {
                break;
            }
            next.store(number + 1, Ordering::Relaxed);
            tokio::task::yield_now().await;
            tally.take(number);
        }
        batch.over(phase);
    }
    tally
}

fn create_join(batch: &Batch) -> Outcome {
    run_all(current_thread(), [make_tasks(batch.clone())])
}

async fn make_tasks(batch: Batch) -> Tally {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for number in numbers {
            match tokio::spawn(async move { number }).await {
                Ok(came) => tally.take(came),
                Err(_) => return tally,
            }
        }
        batch.over(phase);
    }
    tally
}
