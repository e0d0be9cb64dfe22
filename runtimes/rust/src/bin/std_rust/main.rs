// SPDX-License-Identifier: BSL-1.0
//! The runtime `std_rust`: threads, channels and locks of Rust's standard library.

mod batons;
mod channels;
mod sleeps;

use tollgate_runtimes::protocol::Runtime;

static RUNTIME: Runtime = Runtime {
    runtime: "std_rust",
    version: concat!("rustc ", env!("RUSTC_VERSION")),
    notes: &[
        "its threads are the kernel's, and are not pinned: on two CPUs the kernel may run both \
         sides on one",
        "a thread that waits for a channel sleeps at once, by a futex; with capacity 0 it then \
         spins and yields until the other side has moved the message",
        "recv_timeout reads the clock for its deadline, and again before it sleeps",
    ],
    cases: &[&channels::CASES, &batons::CASES, &sleeps::CASES],
};

fn main() -> std::io::Result<()> {
    RUNTIME.serve()
}
