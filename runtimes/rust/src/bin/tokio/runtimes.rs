// SPDX-License-Identifier: BSL-1.0
//! The runtimes, each made when it is first needed and kept, and tasks that run in them.

use tollgate_runtimes::batch::Tally;
use tollgate_runtimes::protocol::Outcome;
use std::future::Future;
use std::sync::OnceLock;
use tokio::runtime::{Builder, Runtime};

/// All tasks on the thread that asks.
pub fn current_thread() -> &'static Runtime {
    static ONE: OnceLock<Runtime> = OnceLock::new();
    ONE.get_or_init(|| built(Builder::new_current_thread()))
}

/// Tasks on two threads, between which the runtime moves them.
pub fn two_workers() -> &'static Runtime {
    static ONE: OnceLock<Runtime> = OnceLock::new();
    ONE.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(2);
        built(builder)
    })
}

fn built(mut builder: Builder) -> Runtime {
    builder
        .enable_time()
        .build()
        .expect("a runtime can be made")
}

/// Runs all of these as tasks; nothing of the batch is done by the future that the runtime blocks
/// on.
pub fn run_all<F>(on: &Runtime, tasks: impl IntoIterator<Item = F>) -> Outcome
where
    F: Future<Output = Tally> + Send + 'static,
{
    on.block_on(async {
        let running: Vec<_> = tasks.into_iter().map(tokio::spawn).collect();
        let mut tally = Tally::default();
        for task in running {
            tally += task.await.map_err(|_| "a task panicked".to_owned())?;
        }
        Ok(tally)
    })
}
