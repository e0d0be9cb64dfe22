#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What does observing cost real programs, and do their bills add up?

Runs redis, PostgreSQL, nginx, a Go and a Java program under load, and counts what they do: packets over
the loopback interface, or jobs. First ./bill only reads /proc, and is stopped for every other tenth of a
second. Then it counts the kernel's events, and makes its own pauses. Each pause is compared with the time
just before and after it. Fails if reading costs more than 1 % for certain, or reading and counting more
than 3 %, or if the parts of a bill are more than the CPU time, or if events and kernel count different
switches.

Usage, as root, on an idle machine: bill_programs.py BILL PRICES.json [SECONDS [PROGRAM...]]
"""

import json
import math
import mmap
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

TURN = 0.1
GO = """package main
import ("os"; "sync/atomic"; "syscall"; "unsafe")
func main() {
    file, _ := os.OpenFile(os.Args[1], os.O_RDWR, 0)
    memory, _ := syscall.Mmap(int(file.Fd()), 0, 8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
    done := (*int64)(unsafe.Pointer(&memory[0]))
    jobs := make(chan int)
    for i := 0; i < 8; i++ { go func() { for j := range jobs {
        x := j; for k := 0; k < 2000; k++ { x = x*31 + k }
        atomic.AddInt64(done, int64(1 + x - x)) } }() }
    for { jobs <- 1 }
}
"""
JAVA = """import java.nio.*; import java.nio.channels.*; import java.nio.file.*; import java.util.concurrent.*;
public class Jobs { public static void main(String[] arguments) throws Exception {
    var file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE);
    var done = file.map(FileChannel.MapMode.READ_WRITE, 0, 64).order(ByteOrder.LITTLE_ENDIAN);
    var jobs = new ArrayBlockingQueue<Integer>(64);
    for (int i = 0; i < 4; i++) { final int place = 8 * i; new Thread(() -> { try { for (long n = 1; true; n++) {
        int x = jobs.take(); for (int k = 0; k < 2000; k++) x = x * 31 + k;
        done.putLong(place, n + (x & 0)); } } catch (InterruptedException ended) { } }).start(); }
    while (true) jobs.put(1); } }
"""


def start(*command, **options):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def packets():
    """Sent over the loopback interface."""
    with open("/proc/net/dev", encoding="ascii") as file:
        return next(int(line.split()[2]) for line in file if line.strip().startswith("lo:"))


class Redis:
    def __init__(self, folder):
        server = start("redis-server", "--port", "7391", "--save", "", "--appendonly", "no", "--dir", folder)
        time.sleep(1)
        load = start("redis-benchmark", "-p", "7391", "-t", "get", "-n", "1000000000", "-c", "20", "-q")
        self.started = [load, server]
        self.done = packets

    def pids(self):
        return [self.started[-1].pid]


class Postgres:
    def __init__(self, folder):
        self.programs = f"/usr/lib/postgresql/{sorted(os.listdir('/usr/lib/postgresql'))[-1]}/bin"
        data = os.path.join(folder, "pg")
        os.mkdir(data)
        shutil.chown(data, "postgres")
        os.chmod(folder, 0o755)
        self.run("initdb", "-D", data, "-A", "trust").wait()
        server = self.run("postgres", "-D", data, "-p", "7392", "-k", data)
        time.sleep(3)
        self.run("pgbench", "-h", "127.0.0.1", "-p", "7392", "-i", "-q", "postgres").wait()
        load = self.run("pgbench", "-h", "127.0.0.1", "-p", "7392", "-S", "-c", "4", "-T", "100000", "postgres")
        self.started = [load, server]
        self.done = packets

    def run(self, name, *arguments):
        return start("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", f"{self.programs}/{name}",
                     *arguments)

    def pids(self):
        return subprocess.check_output(["pgrep", "-u", "postgres", "-x", "postgres"], text=True).split()


class Nginx:
    def __init__(self, folder):
        conf = os.path.join(folder, "nginx.conf")
        with open(conf, "w", encoding="utf-8") as file:
            file.write(f"worker_processes 1; daemon off; pid {folder}/pid; error_log /dev/null; events {{}} http {{ "
                       "access_log off; server { listen 7393; location / { return 200 'hello'; } } }")
        server = start("nginx", "-c", conf)
        time.sleep(1)
        self.started = [start("wrk", "-t1", "-c20", "-d100000s", "http://127.0.0.1:7393/"), server]
        self.done = packets

    def pids(self):
        return subprocess.check_output(["pgrep", "-P", str(self.started[-1].pid)], text=True).split()


class Counting:
    """A program that counts its jobs in a file, in up to eight numbers."""

    def __init__(self, folder):
        path = f"{folder}/done"
        with open(path, "wb") as file:
            file.write(bytes(64))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 64)
        self.started = [start(*self.command(folder), path)]

    def done(self):
        return sum(struct.unpack("8q", self.memory[:64]))

    def pids(self):
        return [self.started[-1].pid]


class Go(Counting):
    def command(self, folder):
        with open(f"{folder}/jobs.go", "w", encoding="utf-8") as file:
            file.write(GO)
        subprocess.check_call(["go", "build", "-o", f"{folder}/jobs", f"{folder}/jobs.go"],
                              env={**os.environ, "GOCACHE": f"{folder}/cache"})
        return [f"{folder}/jobs"]


class Java(Counting):
    def command(self, folder):
        with open(f"{folder}/Jobs.java", "w", encoding="utf-8") as file:
            file.write(JAVA)
        subprocess.check_call(["javac", "Jobs.java"], cwd=folder)
        return ["java", "-cp", folder, "Jobs"]


PROGRAMS = {"redis": Redis, "postgres": Postgres, "nginx": Nginx, "go": Go, "java": Java}


def counts_events(pid):
    """Whether ./bill has programs in the kernel now."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            if "bpf_link" in os.readlink(f"/proc/{pid}/fd/{name}"):
                return True
        except FileNotFoundError:
            pass
    return False


def stretches(done, seconds, is_observed, step):
    """Stretches of time, observed or not, in turns: [observed, seconds, done]. A step in which it changes is in none."""
    found = []
    begin, before, was = time.monotonic(), done(), is_observed()
    end = begin + seconds
    while begin < end:
        time.sleep(step)
        now, after, observed = time.monotonic(), done(), is_observed()
        if observed == was:
            if not found or found[-1][0] != observed:
                found.append([observed, 0, 0])
            found[-1][1] += now - begin
            found[-1][2] += after - before
        begin, before, was = now, after, observed
    return found


def cost(found):
    """The throughput while observed, against each pause between, as a logarithm: its median and 95 % interval."""
    logs = sorted(
        math.log((before[2] + after[2]) / (before[1] + after[1]) / (pause[2] / pause[1]))
        for before, pause, after in zip(found, found[1:], found[2:]) if not pause[0] and pause[2] > 0)
    reach = 0.98 * math.sqrt(len(logs))  # of the ranks, by the binomial distribution
    middle = (len(logs) - 1) / 2
    return logs[math.floor(middle - reach)], statistics.median(logs), logs[math.ceil(middle + reach)]


def observed(program, bill, prices, options, json_file):
    return subprocess.Popen([bill, "--time", "3600", "--prices", prices, "--json", json_file, *options,
                             *map(str, program.pids())], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def cost_of_reading(program, bill, prices, seconds, folder):
    observer = observed(program, bill, prices, ["--unprivileged"], f"{folder}/reading.json")
    time.sleep(1)
    usual_share = cpu_share(observer.pid, lambda: time.sleep(seconds / 4))
    found = []

    def stop_and_go():
        for turn in range(round(seconds / TURN)):
            found.append(turn_of(program, observer, turn % 2 == 0))

    # ./bill makes up for the pauses, so it costs more between them than usually.
    share = 2 * cpu_share(observer.pid, stop_and_go)
    observer.send_signal(signal.SIGCONT)
    observer.send_signal(signal.SIGTERM)
    observer.communicate()
    return [logarithm * usual_share / share for logarithm in cost(found)]


def cpu_share(pid, work):
    """The CPU time of a process while something is done, by the time that this takes."""
    def used():
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9
    begin, before = time.monotonic(), used()
    work()
    return (used() - before) / (time.monotonic() - begin)


def turn_of(program, observer, reads):
    observer.send_signal(signal.SIGCONT if reads else signal.SIGSTOP)
    begin, before = time.monotonic(), program.done()
    time.sleep(TURN)
    return [reads, time.monotonic() - begin, program.done() - before]


def cost_of_counting(program, bill, prices, seconds, folder):
    """The cost while events are counted, the share of the time in which they are, and what ./bill printed."""
    observer = observed(program, bill, prices, [], f"{folder}/counting.json")
    time.sleep(1)
    found = stretches(program.done, seconds, lambda: counts_events(observer.pid), TURN / 5)
    observer.send_signal(signal.SIGTERM)
    text = observer.communicate()[0]
    share = sum(each[1] for each in found if each[0]) / sum(each[1] for each in found)
    return cost(found), share, text


def judge_bill(name, json_file, text):
    with open(json_file, encoding="utf-8") as file:
        medians = {entry["run_name"]: entry["real_time"]
                   for entry in json.load(file)["benchmarks"] if entry.get("aggregate_name") == "median"}
    cpu = next(value for key, value in medians.items() if key.startswith("bill/cpu"))
    waiting = next((value for key, value in medians.items() if key.startswith("bill/waiting")), 0)
    bad = [line for line in text.splitlines() if "events count" in line or "too high" in line or "lost" in line]
    right = waiting <= cpu and not bad
    print(f"{name:9} bill: {cpu / 1e9:.3f} CPUs, of it for waits {waiting / 1e9:.3f}: {'right' if right else 'WRONG'}"
          f" {' '.join(bad)}")
    return right


def percent(logarithm):
    return 100 * (math.exp(logarithm) - 1)


def judge_cost(name, what, logs, limit):
    good = percent(logs[2]) >= -limit
    print(f"{name:9} {what}: throughput {percent(logs[1]):+.2f} % ({percent(logs[0]):+.2f} to {percent(logs[2]):+.2f}): "
          f"{'right' if good else 'WRONG'}", flush=True)
    return good


def judge(name, folder, bill, prices, seconds):
    program = PROGRAMS[name](folder)
    try:
        time.sleep(2)
        reading = cost_of_reading(program, bill, prices, seconds, folder)
        counting, share, text = cost_of_counting(program, bill, prices, seconds, folder)
    finally:
        for process in program.started:
            process.terminate()
            process.wait()
    both = [first + share * second for first, second in zip(reading, counting)]
    return all([judge_bill(name, f"{folder}/counting.json", text), judge_cost(name, "reading", reading, 1),
                judge_cost(name, "counting", both, 3)])


def main():
    bill, prices = sys.argv[1], sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60
    wrong = 0
    for name in sys.argv[4:] or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            wrong += 0 if judge(name, folder, bill, prices, seconds) else 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
