// SPDX-License-Identifier: BSL-1.0
//! The cost of a receive with a timeout, by a benchmark of the usual kind: the figures of the runtime
//! `tokio` must agree with these. The runtime has loops, clocks and statistics of its own, so that a
//! mistake in one is seen in the other.
//!
//! Runs by `cargo bench --locked`, on one CPU by `taskset -c 1 cargo bench --locked`. Criterion
//! needs rustc 1.86.
//!
//! A task sends numbers over a channel of capacity 1, and another receives and adds them. The
//! channel is not filled beforehand: a receive that need not wait arms no timer.

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use std::future::Future;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{channel, Receiver};
use tokio::{pin, select, time};

const NEVER: Duration = Duration::from_secs(10);

async fn baseline(mut numbers: Receiver<u64>) -> u64 {
    let mut sum = 0;
    while let Some(number) = numbers.recv().await {
        sum += number;
    }
    sum
}

async fn timeout(mut numbers: Receiver<u64>) -> u64 {
    let mut sum = 0;
    while let Some(number) = time::timeout(NEVER, numbers.recv())
        .await
        .expect("messages come")
    {
        sum += number;
    }
    sum
}

async fn sleep(mut numbers: Receiver<u64>) -> u64 {
    let mut sum = 0;
    loop {
        select! {
            came = numbers.recv() => match came {
                Some(number) => sum += number,
                None => return sum,
            },
            () = time::sleep(NEVER) => panic!("messages come"),
        }
    }
}

async fn reused_sleep(mut numbers: Receiver<u64>) -> u64 {
    let mut sum = 0;
    let silence = time::sleep(NEVER);
    pin!(silence);
    loop {
        select! {
            came = numbers.recv() => match came {
                Some(number) => sum += number,
                None => return sum,
            },
            () = &mut silence => panic!("messages come"),
        }
        silence.as_mut().reset(time::Instant::now() + NEVER);
    }
}

async fn reused_boxed_sleep(mut numbers: Receiver<u64>) -> u64 {
    let mut sum = 0;
    let mut silence = Box::pin(time::sleep(NEVER));
    loop {
        select! {
            came = numbers.recv() => match came {
                Some(number) => sum += number,
                None => return sum,
            },
            () = &mut silence => panic!("messages come"),
        }
        silence.as_mut().reset(time::Instant::now() + NEVER);
    }
}

/// The time of a number of messages, from before the tasks are made until both have ended.
fn exchange<F>(messages: u64, receive: fn(Receiver<u64>) -> F) -> Duration
where
    F: Future<Output = u64> + Send + 'static,
{
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("it can be made");
    let start = Instant::now();
    let sum = runtime.block_on(async {
        let (to, from) = channel(1);
        let receiver = tokio::spawn(receive(from));
        tokio::spawn(async move {
            for number in 0..messages {
                to.send(number).await.expect("the receiver is there");
            }
        });
        receiver.await.expect("it does not panic")
    });
    let time = start.elapsed();
    assert_eq!(sum, (0..messages).sum::<u64>());
    time
}

fn receives(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("timeout");
    group.throughput(Throughput::Elements(1));
    macro_rules! bench {
        ($($way:ident)*) => {$(
            group.bench_function(stringify!($way), |bencher| {
                bencher.iter_custom(|messages| exchange(messages, $way));
            });
        )*};
    }
    bench!(baseline timeout sleep reused_sleep reused_boxed_sleep);
    group.finish();
}

criterion_group!(benches, receives);
criterion_main!(benches);
