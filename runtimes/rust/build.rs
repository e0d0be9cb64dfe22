// SPDX-License-Identifier: BSL-1.0
//! Gives the runtimes the versions of their crates and of the compiler, for their greetings.

use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock can be read");
    for package in ["tokio", "tokio-util", "crossbeam-channel"] {
        let variable = package.to_uppercase().replace('-', "_");
        println!(
            "cargo::rustc-env={variable}_VERSION={}",
            locked(&lock, package)
        );
    }
    println!("cargo::rustc-env=RUSTC_VERSION={}", compiler());
}

/// The version that stands in the line after the package's name.
fn locked<'a>(lock: &'a str, package: &str) -> &'a str {
    let name = format!("name = \"{package}\"");
    lock.lines()
        .skip_while(|line| *line != name)
        .find_map(|line| line.strip_prefix("version = ")?.split('"').nth(1))
        .expect("every dependency is in Cargo.lock")
}

/// The second word of `rustc 1.85.0 (...)`.
fn compiler() -> String {
    let rustc = env::var("RUSTC").expect("cargo says which compiler it uses");
    let said = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("the compiler runs");
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    text.split(' ')
        .nth(1)
        .expect("the compiler says its version")
        .to_owned()
}
