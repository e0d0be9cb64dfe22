// SPDX-License-Identifier: BSL-1.0
//! The runtime `tokio`: tasks, channels and timers of tokio, and the cancellation tokens of
//! tokio-util.

mod pingpong;
mod runtimes;
mod sleeps;
mod streams;
mod tasks;
mod tokens;

use tollgate_runtimes::protocol::Runtime;

static RUNTIME: Runtime = Runtime {
    runtime: "tokio",
    version: concat!(
        env!("TOKIO_VERSION"),
        ", tokio-util ",
        env!("TOKIO_UTIL_VERSION"),
        ", rustc ",
        env!("RUSTC_VERSION")
    ),
    notes: &[
        "a task has no stack and is not preempted: a task that waits returns to the scheduler, \
         which calls the next one; of two workers, one may run both tasks",
        "a task that yields is put aside until no other can run or 61 have run; then timers, but \
         no I/O, are looked at; more than 61 tasks take turns unevenly",
        "a timer ends on a whole ms, rounded up; a token's callback is a waker, registered by \
         cancelled()",
    ],
    cases: &[
        &tasks::CASES,
        &pingpong::CASES,
        &streams::CASES,
        &tokens::CASES,
        &sleeps::CASES,
    ],
};

fn main() -> std::io::Result<()> {
    RUNTIME.serve()
}
