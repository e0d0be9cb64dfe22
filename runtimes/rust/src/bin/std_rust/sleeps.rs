// SPDX-License-Identifier: BSL-1.0
//! The lateness of sleeps that nothing wakes.

use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use std::thread;
use std::time::Duration;

pub static CASES: [Case; 1] = [Case {
    name: "lateness",
    question: "sleep/timeout_lateness",
    threads: 1,
    parameters: "slice_ms:2 expected_ns:2000000",
    unit: "one thread::sleep: how late it ends",
    run: lateness,
}];

const SLICE: Duration = Duration::from_millis(2);

fn lateness(batch: &Batch) -> Outcome {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for number in numbers {
            thread::sleep(SLICE);
            tally.take(number);
        }
        batch.over(phase);
    }
    Ok(tally)
}
