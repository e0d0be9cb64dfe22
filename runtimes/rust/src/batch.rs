// SPDX-License-Identifier: BSL-1.0
//! A batch of operations: the request, the clocks around it, and the tally of arrived operations.

use std::ops::{AddAssign, Range};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A request. Each member of a batch can have a copy. Copies share their clocks.
#[derive(Clone)]
pub struct Batch {
    pub operations: u64,
    pub warmup: u64,
    pub first: u64,
    pub members: u64,
    clocks: Arc<[OnceLock<(Instant, Duration)>; 2]>,
}

impl Batch {
    /// Reads OPERATIONS WARMUP FIRST [PARAMETER:NUMBER].
    pub fn read(words: &[&str]) -> Option<Self> {
        let number = |index: usize| words.get(index)?.parse().ok();
        let members = words
            .get(3)
            .map_or(Some(1), |word| word.split(':').nth(1)?.parse().ok())?;
        let (operations, warmup, first) = (number(0)?, number(1)?, number(2)?);
        Some(Self {
            operations,
            warmup,
            first,
            members,
            clocks: Arc::default(),
        })
    }

    /// The numbers of all operations.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.warmup + self.operations
    }

    /// The numbers of the warm-up, and then those of the timed operations.
    pub fn parts(&self) -> [Range<u64>; 2] {
        let begun = self.first + self.warmup;
        [self.first..begun, begun..begun + self.operations]
    }

    /// Call it after each part. If several members call it, the first reads the clocks. The reading
    /// of the CPU time is a system call outside of the timed part.
    pub fn over(&self, part: usize) {
        self.clocks[part].get_or_init(|| {
            let before = if part == 0 {
                process_cpu_time()
            } else {
                Duration::ZERO
            };
            let now = Instant::now();
            (
                now,
                if part == 0 {
                    before
                } else {
                    process_cpu_time()
                },
            )
        });
    }

    /// The time of the timed operations and the CPU time of the process meanwhile, in ns.
    pub fn took(&self) -> Option<(u128, u128)> {
        let (begun, ended) = (self.clocks[0].get()?, self.clocks[1].get()?);
        Some((
            (ended.0 - begun.0).as_nanos(),
            (ended.1 - begun.1).as_nanos(),
        ))
    }
}

/// The number of operations that arrived, and the sum of their numbers.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub received: u64,
    pub sum: u64,
}

impl Tally {
    pub fn take(&mut self, number: u64) {
        self.received += 1;
        self.sum += number;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.received += other.received;
        self.sum += other.sum;
    }
}

/// Does an operation for each number and returns the tally. The expression is the number that
/// arrived.
macro_rules! each {
    ($batch:expr, $number:pat => $operation:expr) => {{
        let mut tally = $crate::batch::Tally::default();
        for (part, numbers) in $batch.parts().into_iter().enumerate() {
            for $number in numbers {
                tally.take($operation);
            }
            $batch.over(part);
        }
        tally
    }};
}

/// Plays one of two sides that send the numbers alternately, and returns its tally. Side 0 sends
/// the first number. The side that received the last number of a part reads the clocks.
macro_rules! take_turns {
    ($batch:expr, $side:expr, $number:ident => $send:expr, $receive:expr) => {{
        let mut tally = $crate::batch::Tally::default();
        let sends = |number: u64| (number - $batch.first) % 2 == $side;
        for (part, numbers) in $batch.parts().into_iter().enumerate() {
            let end = numbers.end;
            for $number in numbers {
                if sends($number) {
                    $send
                } else {
                    tally.take($receive);
                }
            }
            if sends(end) {
                $batch.over(part);
            }
        }
        tally
    }};
}

/// The CPU time of all threads of this process, which the standard library does not have.
fn process_cpu_time() -> Duration {
    let mut read = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes only the timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut read) };
    Duration::new(read.tv_sec as u64, read.tv_nsec as u32)
}
