// SPDX-License-Identifier: BSL-1.0
//! Threads of the kernel: `std_rust` with channels and locks of the standard library, and
//! `crossbeam` with the channels of crossbeam-channel. The main thread takes part.

use crate::batch::{Batch, Tally};
use crate::Case;
use crossbeam_channel::{after, bounded, select, Select};
use std::hint::black_box;
use std::sync::mpsc::sync_channel;
use std::sync::{Barrier, Condvar, Mutex};
use std::thread;
use std::time::Duration;

const NEVER: Duration = Duration::from_secs(10);

pub const STD_NOTES: &[&str] = &[
    "its threads are the kernel's, and are not pinned: on two CPUs the kernel may run both sides on one",
    "a thread that waits for a channel sleeps at once, by a futex",
    "recv_timeout reads the clock for its deadline, and again before it sleeps",
];
pub const STD_CASES: &[Case] = &[
    (
        "pingpong queue/pingpong 2 capacity:64 = one number handed over by sync_channel: send to return of recv, \
         half a round trip",
        |batch| pingpong(batch, || std_channel(64)),
    ),
    ("stream queue/stream 2 capacity:1024 = one message of a stream over sync_channel", |batch| {
        stream(batch, std_channel(1024))
    }),
    ("baseline timeout/baseline 2 between:threads = one message, sent and received", |batch| {
        stream(batch, std_channel(1))
    }),
    ("timeout timeout/timeout 2 between:threads = one message, received by recv_timeout", |batch| {
        let (to, from) = sync_channel(1);
        stream(batch, (move |number| to.send(number).unwrap(), move || from.recv_timeout(NEVER).unwrap()))
    }),
    ("condvar thread/condvar 2 threads:* = one hand-off: notify_one to return of wait", ring),
    (
        "lateness sleep/timeout_lateness 1 interval_ms:2 expected_ns:2000000 = one thread::sleep: how late it ends",
        |batch| {
            each!(batch, number => {
                thread::sleep(Duration::from_millis(2));
                number
            })
        },
    ),
];

pub const CROSSBEAM_NOTES: &[&str] = &[
    "its threads are the kernel's, and are not pinned: on two CPUs the kernel may run both sides on one",
    "a thread that waits for a channel spins and yields a few times before it sleeps: on one CPU most hand-offs \
     are by sched_yield",
    "a timer is a channel of its own, made by after() for one receive; none can be set anew",
];
pub const CROSSBEAM_CASES: &[Case] = &[
    (
        "pingpong queue/pingpong 2 capacity:64 = one number handed over by bounded(64): send to return of recv, \
         half a round trip",
        |batch| pingpong(batch, || channel(64)),
    ),
    ("stream queue/stream 2 capacity:1024 = one message of a stream over bounded(1024)", |batch| {
        stream(batch, channel(1024))
    }),
    (
        "select queue/select 1 ready:same sources:* = one number sent over the last of the channels, and the \
         select! that receives it",
        |batch| selects(batch, true),
    ),
    (
        "select_random queue/select 1 ready:random sources:* = one number sent over one of the channels, and the \
         select! that receives it",
        |batch| selects(batch, false),
    ),
    (
        "select_kept queue/select 1 form:kept ready:random sources:1000 = one number sent over one of 16 of the channels, and the \
         select() of a kept Select that receives it",
        kept_selects,
    ),
    ("baseline timeout/baseline 2 between:threads = one message, sent and received", |batch| stream(batch, channel(1))),
    ("timeout timeout/timeout 2 between:threads = one message, received by recv_timeout", |batch| {
        let (to, from) = bounded(1);
        stream(batch, (move |number| to.send(number).unwrap(), move || from.recv_timeout(NEVER).unwrap()))
    }),
    (
        "sleep timeout/sleep 2 between:threads = one message, received by select! beside a timer that is made for it",
        |batch| {
            let (to, from) = bounded(1);
            let receive = move || {
                select! {
                    recv(from) -> message => message.unwrap(),
                    recv(after(NEVER)) -> _ => panic!("messages come"),
                }
            };
            stream(batch, (move |number| to.send(number).unwrap(), receive))
        },
    ),
];

fn std_channel(capacity: usize) -> (impl FnMut(u64) + Send, impl FnMut() -> u64 + Send) {
    let (to, from) = sync_channel(capacity);
    (
        move |number| to.send(number).unwrap(),
        move || from.recv().unwrap(),
    )
}

fn channel(capacity: usize) -> (impl FnMut(u64) + Send, impl FnMut() -> u64 + Send) {
    let (to, from) = bounded(capacity);
    (
        move |number| to.send(number).unwrap(),
        move || from.recv().unwrap(),
    )
}

/// A thread sends all numbers, and the main thread receives them.
fn stream(
    batch: &Batch,
    (send, mut receive): (impl FnMut(u64) + Send, impl FnMut() -> u64),
) -> Tally {
    let start = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            start.wait();
            batch.numbers().for_each(send);
        });
        start.wait();
        each!(batch, _ => receive())
    })
}

/// Two threads hand a message to and fro over two channels. Each hand-off is an operation, and the
/// message is its number.
fn pingpong<S, R>(batch: &Batch, channel: impl Fn() -> (S, R)) -> Tally
where
    S: FnMut(u64) + Send,
    R: FnMut() -> u64 + Send,
{
    let (mut to_other, mut of_other) = channel();
    let (mut to_us, mut of_us) = channel();
    let start = Barrier::new(2);
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            start.wait();
            take_turns!(batch, 1, number => to_us(number), of_other())
        });
        start.wait();
        let mut tally = take_turns!(batch, 0, number => to_other(number), of_us());
        tally += other.join().unwrap();
        tally
    })
}

/// Places of numbers: always the last, which a processor predicts, or random ones. Tollgate's own
/// cases draw the same places.
struct DrawnPlaces {
    first: usize,
    count: usize,
    state: u64,
}

impl DrawnPlaces {
    /// The compiler must not know the count.
    fn among(channels: usize, always_last: bool) -> Self {
        let count = if always_last { 1 } else { channels };
        black_box(DrawnPlaces {
            first: channels - count,
            count,
            state: 1,
        })
    }

    fn next(&mut self) -> usize {
        self.state = self
            .state
            .wrapping_mul(2862933555777941757)
            .wrapping_add(3037000493);
        self.first + (((self.state >> 32) * self.count as u64) >> 32) as usize
    }
}

/// Receives the numbers of a batch by a select over the channels with these places.
macro_rules! select_each {
    ($batch:expr, $always_last:expr, $($place:literal)+) => {{
        let channels = [$({
            let _ = $place;
            bounded(64)
        }),+];
        let mut places = DrawnPlaces::among(channels.len(), $always_last);
        each!($batch, number => {
            channels[places.next()].0.send(number).unwrap();
            select! { $(recv(channels[$place].1) -> message => message.unwrap(),)+ }
        })
    }};
}

fn selects(batch: &Batch, always_last: bool) -> Tally {
    match batch.members {
        1 => select_each!(batch, always_last, 0),
        2 => select_each!(batch, always_last, 0 1),
        4 => select_each!(batch, always_last, 0 1 2 3),
        8 => select_each!(batch, always_last, 0 1 2 3 4 5 6 7),
        16 => select_each!(batch, always_last, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
        _ => panic!("there is no select over this number of channels"),
    }
}

/// The same with a thousand channels, of which 16 get numbers.
fn kept_selects(batch: &Batch) -> Tally {
    const CHANNELS: usize = 1000;
    const PLACES: usize = 16;
    let channels: Vec<_> = (0..CHANNELS).map(|_| bounded(64)).collect();
    let mut receives = Select::new();
    for (_, from) in &channels {
        receives.recv(from);
    }
    let mut places = DrawnPlaces::among(PLACES, false);
    each!(batch, number => {
        channels[places.next() * (CHANNELS / PLACES)].0.send(number).unwrap();
        let ready = receives.select();
        let (_, from) = &channels[ready.index()];
        ready.recv(from).unwrap()
    })
}

/// The turn for which a member waits. Two turns never share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Turn {
    number: Mutex<Option<u64>>,
    changed: Condvar,
}

impl Turn {
    /// Notifies after the mutex is released, so that the woken thread does not wait for the mutex
    /// again.
    fn pass(&self, number: u64) {
        *self.number.lock().unwrap() = Some(number);
        self.changed.notify_one();
    }

    fn wait(&self) -> u64 {
        let mut number = self.number.lock().unwrap();
        loop {
            if let Some(came) = number.take() {
                return came;
            }
            number = self.changed.wait(number).unwrap();
        }
    }
}

/// A ring of N threads that hand on a turn. Operation K is the hand-off by member K mod N. Member 0
/// begins and ends each lap. It begins when all threads have started.
fn ring(batch: &Batch) -> Tally {
    let members = batch.members as usize;
    let turns: Vec<Turn> = (0..members).map(|_| Turn::default()).collect();
    let start = Barrier::new(members);
    let follow = |member: usize| {
        let mut tally = Tally::default();
        start.wait();
        for _ in batch.numbers().step_by(members) {
            let came = turns[member].wait();
            tally.take(came);
            turns[(member + 1) % members].pass(came + 1);
        }
        tally
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..members)
            .map(|member| scope.spawn(move || follow(member)))
            .collect();
        let mut tally = Tally::default();
        start.wait();
        for (part, numbers) in batch.parts().into_iter().enumerate() {
            for number in numbers.step_by(members) {
                turns[1 % members].pass(number);
                tally.take(turns[0].wait());
            }
            batch.over(part);
        }
        others
            .into_iter()
            .for_each(|other| tally += other.join().unwrap());
        tally
    })
}
