// SPDX-License-Identifier: BSL-1.0
//! The common part of the runtimes in Rust: the protocol, a batch with its clocks and counts, and the
//! loops of threads.

pub mod batch;
pub mod protocol;
pub mod threads;
