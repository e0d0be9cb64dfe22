// SPDX-License-Identifier: BSL-1.0
//! A batch of operations: the request, the clocks around it, and the tally of those that arrived.
//!
//! The operations have numbers. Those of the warm-up come first, then, without a pause, those that
//! are timed. A loop goes through the phases and calls `over` at the end of each; the clocks are
//! read there.

use std::ops::{AddAssign, Range};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The operations before the first reading of the clocks, and those between the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Warmup,
    Timed,
}

/// A request. Copies of it have their clocks in common, so that each member of a batch can have a
/// copy.
#[derive(Clone)]
pub struct Batch {
    pub operations: u64,
    pub warmup: u64,
    pub first: u64,
    /// The number of tasks or threads that take turns, where the user chooses it; else 1.
    pub members: u64,
    clocks: Arc<Clocks>,
}

impl Batch {
    /// None if the numbers need more than 63 bits.
    pub fn new(operations: u64, warmup: u64, first: u64, members: u64) -> Option<Self> {
        let end = operations.checked_add(warmup)?.checked_add(first)?;
        let clocks = Arc::default();
        (end < 1 << 63).then_some(Self {
            operations,
            warmup,
            first,
            members,
            clocks,
        })
    }

    /// The number of operations, the warm-up's included.
    pub fn total(&self) -> u64 {
        self.warmup + self.operations
    }

    /// The numbers of all operations.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.total()
    }

    /// The phases in their order, with the numbers of their operations.
    pub fn phases(&self) -> [(Phase, Range<u64>); 2] {
        let all = self.numbers();
        let begun = self.first + self.warmup;
        [
            (Phase::Warmup, all.start..begun),
            (Phase::Timed, begun..all.end),
        ]
    }

    /// To be called when all operations of that phase are done. If several members call it, the
    /// first call reads the clocks.
    pub fn over(&self, phase: Phase) {
        match phase {
            Phase::Warmup => self.clocks.begun.get_or_init(Reading::before),
            Phase::Timed => self.clocks.ended.get_or_init(Reading::after),
        };
    }

    /// The time that the timed operations took, and the CPU time of the process in it; none if they
    /// were not done.
    pub fn span(&self) -> Option<(Duration, Duration)> {
        let (begun, ended) = (self.clocks.begun.get()?, self.clocks.ended.get()?);
        Some((ended.time - begun.time, ended.cpu.saturating_sub(begun.cpu)))
    }
}

/// The number of operations that arrived, and the sum of the numbers that they carried.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub received: u64,
    pub sum: u64,
}

impl Tally {
    #[inline]
    pub fn take(&mut self, number: u64) {
        self.received += 1;
        self.sum = self.sum.wrapping_add(number);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.received += other.received;
        self.sum = self.sum.wrapping_add(other.sum);
    }
}

#[derive(Default)]
struct Clocks {
    begun: OnceLock<Reading>,
    ended: OnceLock<Reading>,
}

struct Reading {
    time: Instant,
    cpu: Duration,
}

impl Reading {
    /// The reading of the CPU time is a system call, and lies outside of the time that is measured.
    fn before() -> Self {
        let cpu = process_cpu_time();
        Self {
            time: Instant::now(),
            cpu,
        }
    }

    fn after() -> Self {
        let time = Instant::now();
        Self {
            time,
            cpu: process_cpu_time(),
        }
    }
}

/// CPU time of all threads of this process. The standard library does not give it.
fn process_cpu_time() -> Duration {
    let mut read = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes one timespec, and nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut read) };
    assert_eq!(
        failed, 0,
        "every system here has a clock of the process's CPU time"
    );
    Duration::new(read.tv_sec as u64, read.tv_nsec as u32)
}
