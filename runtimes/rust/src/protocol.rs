// SPDX-License-Identifier: BSL-1.0
//! The protocol of docs/other_runtimes.md.

use crate::batch::{Batch, Tally};
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

/// The bound keeps a mistyped number from using up the memory.
const MOST_MEMBERS: u64 = 1_000_000;

/// The tally of a batch, or the reason why it failed, in one line.
pub type Outcome = Result<Tally, String>;

/// A case that is offered.
pub struct Case {
    pub name: &'static str,
    pub question: &'static str,
    pub threads: u32,
    /// Separated by blanks. A parameter with the value `*` is the number of members, and is the
    /// last.
    pub parameters: &'static str,
    /// The work of one operation.
    pub unit: &'static str,
    pub run: fn(&Batch) -> Outcome,
}

impl Case {
    /// The name of the parameter that has the number of members.
    fn members(&self) -> Option<&'static str> {
        self.parameters.rsplit(' ').next()?.strip_suffix(":*")
    }

    fn line(&self) -> String {
        let Self {
            name,
            question,
            threads,
            parameters,
            unit,
            ..
        } = self;
        let blank = if parameters.is_empty() { "" } else { " " };
        format!("case {name} {question} {threads}{blank}{parameters} = {unit}\n")
    }
}

/// A runtime: its greeting, and its cases.
pub struct Runtime {
    pub runtime: &'static str,
    pub version: &'static str,
    pub notes: &'static [&'static str],
    /// A group for each file of loops.
    pub cases: &'static [&'static [Case]],
}

impl Runtime {
    /// Answers line by line until the input ends.
    pub fn serve(&self) -> io::Result<()> {
        let mut input = io::stdin().lock();
        let mut output = io::stdout().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? != 0 {
            let said = self.answer(String::from_utf8_lossy(&line).trim_end_matches('\n'));
            output.write_all(said.as_bytes())?;
            output.flush()?;
            line.clear();
        }
        Ok(())
    }

    fn answer(&self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let said = match words[..] {
            ["hello", "1"] => return self.greeting(),
            ["hello", ..] => Err("this runtime speaks version 1 of the protocol".to_owned()),
            ["run", name, ref numbers @ ..] => self.run(name, numbers),
            _ => Err(format!("this runtime does not know {}", quoted(line))),
        };
        said.unwrap_or_else(|why| format!("error {why}\n"))
    }

    fn greeting(&self) -> String {
        let mut said = format!("runtime 1 {} {}\n", self.runtime, self.version);
        for note in self.notes {
            let _ = writeln!(said, "note {note}");
        }
        for case in self.cases.iter().copied().flatten() {
            said += &case.line();
        }
        said + "ready\n"
    }

    fn run(&self, name: &str, numbers: &[&str]) -> Result<String, String> {
        let case = self
            .cases
            .iter()
            .copied()
            .flatten()
            .find(|one| one.name == name);
        let case = case.ok_or_else(|| format!("this runtime has no case {}", quoted(name)))?;
        let batch = read_batch(case, numbers)?;
        let tally = (case.run)(&batch)?;
        if tally.received != batch.total() {
            return Err(format!(
                "{} of {} operations arrived",
                tally.received,
                batch.total()
            ));
        }
        let (time, cpu) = batch.span().ok_or("the clocks were not read")?;
        let Tally { received, sum } = tally;
        Ok(format!(
            "ran {} {} {} {received} {sum}\n",
            batch.operations,
            time.as_nanos(),
            cpu.as_nanos()
        ))
    }
}

/// OPERATIONS WARMUP FIRST, and PARAMETER:NUMBER if the case has members.
fn read_batch(case: &Case, words: &[&str]) -> Result<Batch, String> {
    let (numbers, parameters) = words.split_at(words.len().min(3));
    let &[operations, warmup, first] = numbers else {
        return Err("a request is: run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER]".to_owned());
    };
    let members = match (case.members(), parameters) {
        (None, []) => 1,
        (Some(name), [word]) => read_members(name, word)?,
        (None, _) => return Err(format!("{} has no parameter to choose", case.name)),
        (Some(name), _) => {
            return Err(format!(
                "{} needs {name}:NUMBER, and nothing else",
                case.name
            ))
        }
    };
    let (operations, warmup) = (whole(operations)?, whole(warmup)?);
    if operations % members != 0 || warmup % members != 0 {
        return Err(format!(
            "{operations} or {warmup} is no multiple of {members}"
        ));
    }
    Batch::new(operations, warmup, whole(first)?, members)
        .ok_or_else(|| "the numbers need more than 63 bits".to_owned())
}

fn read_members(name: &str, word: &str) -> Result<u64, String> {
    let value = word
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(':'));
    let members = whole(value.ok_or_else(|| format!("{} is not {name}:NUMBER", quoted(word)))?)?;
    if !(1..=MOST_MEMBERS).contains(&members) {
        return Err(format!("{name} is 1 to {MOST_MEMBERS}"));
    }
    Ok(members)
}

fn whole(word: &str) -> Result<u64, String> {
    let digits = !word.is_empty() && word.bytes().all(|one| one.is_ascii_digit());
    let number = word.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("{} is no whole number", quoted(word)))
}

/// The beginning of a text, in ASCII.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    format!("'{}'", shown.escape_default())
}
