// SPDX-License-Identifier: BSL-1.0
//! A message to and fro between two tasks, over two channels of 64. One hand-off is one operation.

use crate::runtimes::{current_thread, run_all, two_workers};
use tollgate_runtimes::batch::{Batch, Tally};
use tollgate_runtimes::protocol::{Case, Outcome};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{channel, Receiver, Sender};

pub static CASES: [Case; 2] = [
    Case {
        name: "pingpong",
        question: "queue/pingpong",
        threads: 1,
        parameters: "flavor:current_thread between:tasks capacity:64",
        unit: "one number handed over by mpsc: send to return of recv, half a round trip",
        run: |batch| pingpong(current_thread(), batch),
    },
    Case {
        name: "pingpong_workers",
        question: "queue/pingpong",
        threads: 2,
        parameters: "flavor:multi_thread workers:2 capacity:64",
        unit: "one number handed over by mpsc: send to return of recv, half a round trip",
        run: |batch| pingpong(two_workers(), batch),
    },
];

fn pingpong(on: &Runtime, batch: &Batch) -> Outcome {
    let (to_other, of_other) = channel(64);
    let (to_first, of_first) = channel(64);
    let first = take_turns(batch.clone(), 0, to_other, of_first);
    let other = take_turns(batch.clone(), 1, to_first, of_other);
    run_all(on, [first, other])
}

/// Side 0 sends the first number, side 1 the next one, and so on. The side that would send the next
/// number has just received the last one of a phase: it reads the clocks.
async fn take_turns(batch: Batch, side: u64, to: Sender<u64>, mut from: Receiver<u64>) -> Tally {
    let sends = |number: u64| (number - batch.first) % 2 == side;
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        let end = numbers.end;
        for number in numbers {
            if sends(number) {
                if to.send(number).await.is_err() {
                    return tally;
                }
            } else if let Some(received) = from.recv().await {
                tally.take(received);
            } else {
                return tally;
            }
        }
        if sends(end) {
            batch.over(phase);
        }
    }
    tally
}
