#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What does observing cost real programs, and does their bill add up?

Runs redis, PostgreSQL, nginx, a Go and a Java program under load. In turns, nothing observes the
program, ./bill reads /proc, and ./bill counts the kernel's events. Prints the throughput against that
without observation. Fails if reading costs more than 1 % or counting more than 3 % for certain, if the
parts of a bill are more than the CPU time, or if events and kernel count different switches.

Usage, as root, on an idle machine: bill_programs.py BILL PRICES.json [ROUNDS [PROGRAM...]]
"""

import contextlib
import json
import math
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

SECONDS = 5
SETTLING = 0.7  # ./bill reads its prices and what exists
GO = """package main
import ("fmt"; "time"; "sync/atomic")
func main() {
    jobs := make(chan int); done := make(chan int, 64); var n atomic.Int64
    for i := 0; i < 8; i++ { go func() { for j := range jobs { x := j; for k := 0; k < 2000; k++ { x = x*31 + k }; done <- x } }() }
    go func() { for { jobs <- 1 } }()
    go func() { for range done { n.Add(1) } }()
    for { before := n.Load(); time.Sleep(100 * time.Millisecond); fmt.Println(n.Load() - before) }
}
"""
JAVA = """import java.util.concurrent.*; import java.util.concurrent.atomic.*;
public class Jobs { public static void main(String[] a) throws Exception {
    var jobs = new ArrayBlockingQueue<Integer>(64); var n = new AtomicLong();
    for (int i = 0; i < 4; i++) { var t = new Thread(() -> { try { while (true) { int x = jobs.take(); for (int k = 0; k < 2000; k++) x = x * 31 + k; n.addAndGet(1 + (x & 0)); } } catch (InterruptedException e) {} }); t.setDaemon(true); t.start(); }
    var p = new Thread(() -> { try { while (true) jobs.put(1); } catch (InterruptedException e) {} }); p.setDaemon(true); p.start();
    while (true) { long before = n.get(); Thread.sleep(100); System.out.println(n.get() - before); System.out.flush(); } } }
"""


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


class Server:
    """A server, and a load generator that prints its throughput."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def pids(self):
        return [self.process.pid]

    def begin_load(self, seconds):
        """For servers whose processes come with the load."""

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Redis(Server):
    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "7391", "--save", "", "--appendonly", "no", "--dir", self.folder],
            stdout=subprocess.DEVNULL)
        time.sleep(1)

    def load(self, seconds):
        requests = str(int(seconds * getattr(self, "rate", 60000)))
        begin = time.time()
        run("redis-benchmark", "-p", "7391", "-t", "get", "-n", requests, "-c", "20", "-q")
        rate = int(requests) / (time.time() - begin)
        self.rate = rate
        return rate


class Postgres(Server):
    def start(self):
        binaries = sorted(os.listdir("/usr/lib/postgresql"))[-1]
        self.bin = f"/usr/lib/postgresql/{binaries}/bin"
        data = os.path.join(self.folder, "pg")
        os.mkdir(data)
        shutil.chown(data, "postgres")
        os.chmod(self.folder, 0o755)
        self.as_user("initdb", "-D", data, "-A", "trust").communicate()
        self.process = subprocess.Popen(
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", f"{self.bin}/postgres", "-D", data,
             "-p", "7392", "-k", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.data = data
        time.sleep(3)
        self.as_user("pgbench", "-h", data, "-p", "7392", "-i", "-q", "postgres").communicate()

    def as_user(self, name, *arguments):
        return subprocess.Popen(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", f"{self.bin}/{name}",
                                 *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def begin_load(self, seconds):
        self.generator = self.as_user(
            "pgbench", "-h", self.data, "-p", "7392", "-S", "-c", "4", "-P", "1", "-T", str(round(seconds + 2)), "postgres")
        time.sleep(0.3)

    def pids(self):
        return [int(pid) for pid in run("pgrep", "-u", "postgres", "-x", "postgres").split()]

    def load(self, seconds):
        text = self.generator.communicate()[0]
        rates = [float(rate) for rate in re.findall(r"progress: [\d.]+ s, ([\d.]+) tps", text)]
        return statistics.mean(rates[-round(seconds):])


class Nginx(Server):
    def start(self):
        conf = os.path.join(self.folder, "nginx.conf")
        with open(conf, "w", encoding="utf-8") as file:
            file.write("worker_processes 1; daemon off; pid %s/pid; error_log /dev/null; events {} http { access_log off; "
                       "server { listen 7393; location / { return 200 'hello'; } } }" % self.folder)
        self.process = subprocess.Popen(["nginx", "-c", conf], stderr=subprocess.DEVNULL)
        time.sleep(1)

    def pids(self):
        return [int(pid) for pid in run("pgrep", "-P", str(self.process.pid)).split()]

    def load(self, seconds):
        text = run("wrk", "-t1", "-c20", f"-d{round(seconds)}s", "http://127.0.0.1:7393/")
        return float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))


class Printing(Server):
    """A program that prints each 100 ms how much it has done."""

    def start(self):
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, text=True)
        time.sleep(1)

    def load(self, seconds):
        os.set_blocking(self.process.stdout.fileno(), False)
        with contextlib.suppress(TypeError):
            while self.process.stdout.readline():
                pass
        os.set_blocking(self.process.stdout.fileno(), True)
        counts = [int(self.process.stdout.readline()) for _ in range(round(seconds * 10))]
        return statistics.mean(counts[1:]) * 10


class Go(Printing):
    def command(self):
        source = os.path.join(self.folder, "jobs.go")
        with open(source, "w", encoding="utf-8") as file:
            file.write(GO)
        run("go", "build", "-o", f"{self.folder}/jobs", source, env={**os.environ, "GOCACHE": f"{self.folder}/cache"})
        return [f"{self.folder}/jobs"]


class Java(Printing):
    def command(self):
        with open(os.path.join(self.folder, "Jobs.java"), "w", encoding="utf-8") as file:
            file.write(JAVA)
        run("javac", "Jobs.java", cwd=self.folder)
        return ["java", "-cp", self.folder, "Jobs"]


PROGRAMS = {"redis": Redis, "postgres": Postgres, "nginx": Nginx, "go": Go, "java": Java}
WAYS = {"alone": None, "reading": ["--unprivileged"], "counting": []}


def observed_load(server, bill, prices, options, json_file):
    """The throughput while ./bill observes, or alone; and what ./bill printed."""
    server.begin_load(SECONDS)
    if options is None:
        time.sleep(SETTLING)
        return server.load(SECONDS), ""
    observer = subprocess.Popen([bill, "--time", "3600", "--prices", prices, "--json", json_file, *options,
                                 *map(str, server.pids())], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(SETTLING)
    rate = server.load(SECONDS)
    observer.send_signal(signal.SIGINT)
    return rate, observer.communicate()[0]


def judge_bill(name, json_file, text):
    with open(json_file, encoding="utf-8") as file:
        medians = {entry["run_name"] if "run_name" in entry else entry["name"]: entry["real_time"]
                   for entry in json.load(file)["benchmarks"] if entry.get("aggregate_name") == "median"}
    cpu = next(value for key, value in medians.items() if key.startswith("bill/cpu"))
    waiting = next((value for key, value in medians.items() if key.startswith("bill/waiting")), 0)
    bad = [line for line in text.splitlines() if "events count" in line or "too high" in line or "lost" in line]
    right = waiting <= cpu and not bad
    print(f"{name:9} bill: {cpu / 1e9:.3f} CPUs, of it waiting {waiting / 1e9:.3f}: {'right' if right else 'WRONG'}"
          f" {' '.join(bad)}")
    return right


def judge(name, folder, bill, prices, rounds):
    server = PROGRAMS[name](folder)
    server.start()
    logs = {way: [] for way in WAYS if way != "alone"}
    right = True
    try:
        server.begin_load(2)
        server.load(2)
        for number in range(rounds):
            order = list(WAYS.items())
            order = order[number % 3:] + order[:number % 3]
            rates = {}
            for way, options in order:
                json_file = f"{folder}/{way}.json"
                rates[way], text = observed_load(server, bill, prices, options, json_file)
                if way == "counting":
                    right = judge_bill(name, json_file, text) and right
            for way, values in logs.items():
                values.append(math.log(rates[way] / rates["alone"]))
    finally:
        server.stop()
    for way, limit in (("reading", 0.01), ("counting", 0.03)):
        mean = statistics.mean(logs[way])
        reach = 2.8 * statistics.stdev(logs[way]) / math.sqrt(rounds) if rounds > 1 else 1
        good = math.exp(mean + reach) - 1 >= -limit
        right = right and good
        print(f"{name:9} {way}: throughput {100 * (math.exp(mean) - 1):+.2f} % ({100 * (math.exp(mean - reach) - 1):+.2f} to "
              f"{100 * (math.exp(mean + reach) - 1):+.2f}): {'right' if good else 'WRONG'}", flush=True)
    return right


def main():
    bill, prices = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    wrong = 0
    for name in sys.argv[4:] or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            wrong += 0 if judge(name, folder, bill, prices, rounds) else 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
