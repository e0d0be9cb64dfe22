// SPDX-License-Identifier: BSL-1.0
//! `runtimes NAME` speaks the protocol of docs/other_runtimes.md for the runtime of that name.

#[macro_use]
mod batch;
mod tasks;
mod threads;

use batch::{Batch, Tally};
use std::io::{self, Write};

/// The text after `case` in the greeting, and the loop. A failure in a loop ends the process.
type Case = (&'static str, fn(&Batch) -> Tally);

struct Runtime {
    version: String,
    notes: &'static [&'static str],
    cases: &'static [Case],
}

fn runtime_named(name: &str) -> Runtime {
    let rustc = option_env!("RUSTC_VERSION").unwrap_or("rustc");
    let tokio = option_env!("TOKIO_VERSIONS").unwrap_or("1");
    let crossbeam = option_env!("CROSSBEAM_VERSION").unwrap_or("0.5");
    let (version, notes, cases) = match name {
        "tokio" => (format!("{tokio}, {rustc}"), tasks::NOTES, tasks::CASES),
        "std_rust" => (rustc.to_owned(), threads::STD_NOTES, threads::STD_CASES),
        "crossbeam" => (
            format!("{crossbeam}, {rustc}"),
            threads::CROSSBEAM_NOTES,
            threads::CROSSBEAM_CASES,
        ),
        _ => panic!("a runtime is tokio, std_rust or crossbeam"),
    };
    Runtime {
        version,
        notes,
        cases,
    }
}

impl Runtime {
    fn greeting(&self, name: &str) -> String {
        let mut reply = format!("runtime 1 {name} {}\n", self.version);
        reply.extend(self.notes.iter().map(|note| format!("note {note}\n")));
        reply.extend(self.cases.iter().map(|case| format!("case {}\n", case.0)));
        reply + "ready\n"
    }

    /// The answer to `run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER]`.
    fn run(&self, words: &[&str]) -> Option<String> {
        let [name, numbers @ ..] = words else {
            return None;
        };
        let of_case = |case: &&Case| case.0.split(' ').next() == Some(name);
        let (_, run) = self.cases.iter().find(of_case)?;
        let batch = Batch::read(numbers)?;
        let tally = run(&batch);
        let (elapsed, cpu) = batch.took()?;
        let (operations, Tally { received, sum }) = (batch.operations, tally);
        Some(format!(
            "ran {operations} {elapsed} {cpu} {received} {sum}\n"
        ))
    }
}

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let runtime = runtime_named(&name);
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let reply = match words[..] {
            ["hello", "1"] => Some(runtime.greeting(&name)),
            ["run", ref rest @ ..] => runtime.run(rest),
            _ => None,
        };
        let reply =
            reply.unwrap_or_else(|| "error this is no request for this runtime\n".to_owned());
        io::stdout().write_all(reply.as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(())
}
