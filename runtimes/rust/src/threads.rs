// SPDX-License-Identifier: BSL-1.0
//! Loops between threads of the kernel, for any way to hand numbers over.
//!
//! The main thread is one of the members. A loop in which something fails ends early, and the tally
//! then falls short. A member that leaves drops its ends of the channels, so that no thread waits
//! for it.

use crate::batch::{Batch, Tally};
use crate::protocol::Outcome;
use std::sync::{Barrier, Mutex};
use std::thread::{self, Scope, ScopedJoinHandle};

/// One thread sends all numbers, the other receives them, over the two ends of a channel: `send` is
/// false and `receive` is none if the other side has left.
pub fn stream<S, R>(batch: &Batch, (send, receive): (S, R)) -> Outcome
where
    S: FnMut(u64) -> bool + Send,
    R: FnMut() -> Option<u64>,
{
    let start = Barrier::new(2);
    thread::scope(|scope| {
        let sender = spawn(scope, || {
            start.wait();
            batch.numbers().all(send);
            Tally::default()
        })?;
        start.wait();
        let tally = receive_all(batch, receive);
        joined(sender)?;
        Ok(tally)
    })
}

fn receive_all(batch: &Batch, mut receive: impl FnMut() -> Option<u64>) -> Tally {
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for _ in numbers {
            match receive() {
                Some(number) => tally.take(number),
                None => return tally,
            }
        }
        batch.over(phase);
    }
    tally
}

/// Two threads hand a message to and fro over two channels. One hand-off is one operation, and the
/// message is its number.
pub fn pingpong<S, R>(batch: &Batch, channel: impl Fn() -> (S, R)) -> Outcome
where
    S: FnMut(u64) -> bool + Send,
    R: FnMut() -> Option<u64> + Send,
{
    let (to_other, of_other) = channel();
    let (to_us, of_us) = channel();
    let here = (to_other, of_us);
    let there = (to_us, of_other);
    let start = Barrier::new(2);
    thread::scope(|scope| {
        let other = spawn(scope, || {
            start.wait();
            take_turns(batch, 1, there)
        })?;
        start.wait();
        let mut tally = take_turns(batch, 0, here);
        tally += joined(other)?;
        Ok(tally)
    })
}

/// Side 0 sends the first number, side 1 the next one, and so on. The side that would send the next
/// number has just received the last one of a phase: it reads the clocks.
fn take_turns<S, R>(batch: &Batch, side: u64, (mut send, mut receive): (S, R)) -> Tally
where
    S: FnMut(u64) -> bool,
    R: FnMut() -> Option<u64>,
{
    let sends = |number: u64| (number - batch.first) % 2 == side;
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        let end = numbers.end;
        for number in numbers {
            if sends(number) {
                if !send(number) {
                    return tally;
                }
            } else if let Some(received) = receive() {
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

/// A way to hand a turn on in a ring, with a number. Only the member before it gives a member its
/// turn.
pub trait Baton: Sync {
    fn pass(&self, to: usize, number: u64);
    /// Waits for the member's turn, for which that number is due, and returns the number that came.
    fn wait(&self, member: usize, due: u64) -> u64;
}

/// A ring of N threads, one for each member of the batch, that hand a turn on. Operation K is the
/// hand-off by member K mod N.
pub fn ring(batch: &Batch, baton: &impl Baton) -> Outcome {
    // All threads begin when all are there. If one could not be made, the others end at once.
    let complete = Mutex::new(false);
    thread::scope(|scope| {
        let mut gate = complete.lock().expect("no thread panics with it");
        let mut others = Vec::new();
        for member in 1..batch.members {
            let complete = &complete;
            others.push(spawn(scope, move || {
                let go = *complete.lock().expect("no thread panics with it");
                if go {
                    follow(batch, baton, member)
                } else {
                    Tally::default()
                }
            })?);
        }
        *gate = true;
        drop(gate);
        let mut tally = lead(batch, baton);
        for other in others {
            tally += joined(other)?;
        }
        Ok(tally)
    })
}

/// Member 0 begins each lap, and ends it.
fn lead(batch: &Batch, baton: &impl Baton) -> Tally {
    let next = (1 % batch.members) as usize;
    let mut tally = Tally::default();
    for (phase, numbers) in batch.phases() {
        for number in numbers.step_by(batch.members as usize) {
            baton.pass(next, number);
            tally.take(baton.wait(0, number + batch.members - 1));
        }
        batch.over(phase);
    }
    tally
}

fn follow(batch: &Batch, baton: &impl Baton, member: u64) -> Tally {
    let next = ((member + 1) % batch.members) as usize;
    let mut tally = Tally::default();
    for number in batch.numbers().step_by(batch.members as usize) {
        let came = baton.wait(member as usize, number + member - 1);
        tally.take(came);
        baton.pass(next, came + 1);
    }
    tally
}

fn spawn<'scope, F>(
    scope: &'scope Scope<'scope, '_>,
    work: F,
) -> Result<ScopedJoinHandle<'scope, Tally>, String>
where
    F: FnOnce() -> Tally + Send + 'scope,
{
    let made = thread::Builder::new().spawn_scoped(scope, work);
    made.map_err(|why| format!("a thread could not be made: {why}"))
}

fn joined(one: ScopedJoinHandle<'_, Tally>) -> Outcome {
    one.join().map_err(|_| "a thread panicked".to_owned())
}
