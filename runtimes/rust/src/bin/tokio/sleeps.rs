// SPDX-License-Identifier: BSL-1.0
//! The lateness of sleeps that nothing wakes.

use crate::runtimes::{current_thread, run_all};
use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use std::time::Duration;

const SLICE: Duration = Duration::from_millis(2);

pub static CASES: [Case; 1] = [Case {
    name: "lateness",
    question: "sleep/timeout_lateness",
    threads: 1,
    parameters: "flavor:current_thread slice_ms:2 expected_ns:2000000",
    unit: "one tokio::time::sleep: how late it ends",
    run: lateness,
}];

fn lateness(batch: &Batch) -> Outcome {
    run_all(current_thread(), [sleep_again(batch.clone())])
}

async fn sleep_again(batch: Batch) -> Tally {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for number in numbers {
            tokio::time::sleep(SLICE).await;
            tally.take(number);
        }
        batch.over(phase);
    }
    tally
}
