# SPDX-License-Identifier: BSL-1.0
"""tools/tollgate fleet: the same run on many machines over ssh, all at once."""
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zlib

from orchestrate import options
from orchestrate.run import known_programs
from orchestrate.session import TOP, Refused, Session, asked, lines_of

DESCRIPTION = """Copies these sources to every machine that the file HOSTS names, builds and runs them there, fetches
the results as results/HOST/*.json, and lays the machines side by side with ./costSheet --across, with ratios if
there are several runs of each machine: five tell some 10 % apart where runs scatter by 2 %.
HOSTS has one [user@]host[:port] a line; # begins a comment. ssh must get in without being asked."""
EPILOG = """The environment may give FLEET_SSH and FLEET_FOLDER instead of --ssh and --folder.

A machine that fails is listed with its reason, and loses nothing of the others': its earlier results
stay until new ones are complete. What it said is in results/fleet/HOST.log. Ctrl-C ends the runs
there, too, and what came in is laid side by side.

Exit codes: 0 all came in; 1 a machine failed; 2 usage, or a folder there is not the fleet's;
3 this machine lacks something; 130 interrupted."""
HOST = r"(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::(\d{1,5}))?"
MARK = ".tollgate_fleet"  # in each folder there that may be emptied; who is at work in it holds a lock on it


def read_hosts(file: str) -> dict:
    """The user and the port of each name, which is a folder's name as well."""
    if not os.path.isfile(file) or not os.access(file, os.R_OK):
        raise Refused(f"cannot read {file!r}")
    hosts = {}
    for number, line in enumerate(lines_of(pathlib.Path(file)), 1):
        text = line.partition("#")[0].strip()
        match = re.fullmatch(HOST, text, re.ASCII)
        is_new = match and match[2] not in ("failed", "fleet", "partial", *hosts)
        if is_new and ".." not in text and 1 <= int(match[3] or 1) <= 65535:
            hosts[match[2]] = match[1], match[3]
        elif text:
            raise Refused(f"{file}, line {number}: {text!r} is not [user@]host[:port], or results/ has that name already; "
                          "give the machine another one in ~/.ssh/config")
    if not hosts:
        raise Refused(f"{file!r} names no machine")
    return hosts


def list_sources() -> list:
    """The sources as they are here, committed or not: what git lists, or all that is here where it lists nothing."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!docs/results/reference"]
    listed, why = asked(*command)
    if why and not listed and "not a git repository" not in why:
        raise Refused(f"git: {why}", 3)
    names = [name for name in listed.split("\0") if name and not name.endswith("/")]
    return names or [*{*os.listdir()} - {"build", "results", ".git"}]


def pack(names: list, given: list, stage: pathlib.Path) -> bytes:
    """An archive of these, and of the file fleet_options. Dates stay, so that a second build there compiles what has changed
    and nothing else."""
    (stage / "fleet_options").write_bytes(os.fsencode("".join(f"{option}\n" for option in given)))
    with tarfile.open(stage / "sources.tar.gz", "w:gz", compresslevel=6) as archive:
        for name in filter(os.path.lexists, names):
            archive.add(name)
        archive.add(stage / "fleet_options", "fleet_options")
    return (stage / "sources.tar.gz").read_bytes()


def unpack_results(archive: pathlib.Path, to: pathlib.Path) -> bool:
    """The result files, regular ones with plain names and nothing else. Whether there is one."""
    to.mkdir()
    with contextlib.suppress(tarfile.TarError, EOFError, OSError, zlib.error), tarfile.open(archive, "r:gz") as files:
        for member in files:
            if member.isreg() and re.fullmatch(r"[\w-]+\.json", member.name, re.ASCII):
                (to / member.name).write_bytes(files.extractfile(member).read())
    return any(to.iterdir())


def ssh_command(chosen, name: str, user, port, size) -> list:
    """For any login shell: one line, no quote but the outer ones, nothing that a shell but sh expands. The folder is one
    for each name, because machines may share a home."""
    folder = f"{chosen.folder}/{name}"
    there = (f'unset CDPATH; umask 077; mkdir -p "{folder}" && cd "{folder}" || exit 3; [ -f {MARK} ] || [ -z "$(ls -A)" ] ||'
             f' {{ echo "{folder} has files of others: remove it, or name another FLEET_FOLDER" >&2; exit 2; }};'
             f" exec 8>{MARK}; if command -v flock >/dev/null; then"
             " flock -n 8 || { echo another run is at work there >&2; exit 3; }; fi;"
             f" find . -mindepth 1 -maxdepth 1 -name build -o -name {MARK} -o -exec rm -rf {{}} +;"
             f" head -c {size} | tar -xzf - || {{ echo cannot unpack the sources there >&2; exit 3; }};"
             " exec sh tools/orchestrate/on_host")
    return ["ssh", *chosen.ssh, "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15",
            "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4", *(["-p", port] if port else []),
            *(["-l", user] if user else []), "--", name, f"exec sh -c '{there}'"]


class Machine:
    """One of the fleet. `why` says why its results did not come in; it is empty if they did."""

    def __init__(self, name: str, results: pathlib.Path):
        self.name, self.results, self.fleet = name, results / name, results / "fleet"
        self.log = self.fleet / f"{name}.log"
        self.code, self.why = None, "interrupted"
        self.log.unlink(missing_ok=True)

    def at(self) -> str:
        """What it does, as it said last."""
        return ([""] + [line[7:] for line in lines_of(self.log) if line.startswith("fleet: ")])[-1]

    def run(self, session: Session, command: list, sources: bytes, timeout_s: int, stage: pathlib.Path):
        if session.interrupted:
            return
        late, archive, new = threading.Event(), stage / f"{self.name}.tar.gz", stage / self.name
        with open(self.log, "wb") as errors, open(archive, "wb") as output:
            process = session.start(command, stdin=subprocess.PIPE, stdout=output, stderr=errors)
        timer = threading.Timer(timeout_s, lambda: (late.set(), process.terminate()))
        timer.start()
        # Its stdin is open as long as somebody waits for the results.
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write(sources)
            process.stdin.flush()
            process.wait()
        self.code = session.code_of(process)
        timer.cancel()
        came = unpack_results(archive, new)
        self.why = "" if self.code == 0 and came else self.reason(
            "interrupted" if session.interrupted else f"not done after {timeout_s} s" if late.is_set() else "")
        try:
            if came:
                self.keep(new, self.fleet / self.name if self.why else self.results)
        except OSError as error:
            self.why = f"{error.filename2 or error.filename}: {error.strerror}"
        if not self.why:
            shutil.rmtree(self.fleet / self.name, ignore_errors=True)

    def keep(self, new: pathlib.Path, lasting: pathlib.Path):
        lasting.mkdir(exist_ok=True)
        for old in [*lasting.glob("*.json")]:  # and nothing else that somebody has put there
            old.unlink()
        for file in [*new.iterdir()]:
            file.rename(lasting / file.name)

    def reason(self, ended: str) -> str:
        at, lines = self.at(), [line for line in lines_of(self.log) if not line.startswith("fleet: ")]
        if ended:
            return ended + (f" while {at}" if at else "")
        # What is missing says more than make's own last line, and the first error more than the last.
        errors = [line for line in lines if at == "building" and re.match("setup: |.*(error:|Error|not found)", line)]
        return (f"{at}: " if at else "") + (errors[:1] or lines[-1:] or [f"exit code {self.code}, and no result"])[0]


def show(session: Session, machines: list, last: str) -> int:
    came = [str(machine.results).replace(f"{TOP}/", "", 1) for machine in machines if not machine.why]
    code = 0
    if came:
        files = ["--across", *came] if len(came) > 1 else sorted(map(str, pathlib.Path(came[0]).glob(last)))
        code = subprocess.call(["./costSheet", *files])
    print(f"{len(came)} of {len(machines)} machines came in")
    for machine in machines:
        if machine.why:
            kept = " (its earlier results are kept)" if machine.results.is_dir() else ""
            print(f"{machine.name}: {machine.why}{kept}", file=sys.stderr)
    codes = [machine.code for machine in machines if machine.why]
    return 130 if session.interrupted else 2 if 2 in codes else 1 if codes or code else 0


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "HOSTS", DESCRIPTION, EPILOG)
    parser.value("--runs N", options.whole(1, 99), "of each program, one after another (5)", default=5)
    parser.value("--timeout SECONDS", options.whole(1, 999999),
                 "for one machine (half an hour for copying and building, and what the runs take by --time)")
    parser.value("--jobs N", options.whole(1, 9999), "as many machines at once (64)", default=64)
    parser.value("--results FOLDER", options.folder, "where a folder for each machine goes (results)",
                 default=f"{TOP}/results")
    parser.value("--ssh TEXT", options.words, 'more options for ssh, such as "-F my_config"; they overrule its own',
                 "FLEET_SSH", default=[])
    parser.value("--folder PATH", options.matching(r"[\w./-]+", "a plain path"),
                 "the folder on the machines (.cache/tollgate_fleet); it keeps the build",
                 "FLEET_FOLDER", default=".cache/tollgate_fleet")
    parser.add_argument("--dry-run", action="store_true", help="print what would run, and nothing else")
    parser.add_argument("hosts", metavar="HOSTS", help="a file")
    chosen = parser.parse(arguments)
    hosts, results, began = read_hosts(chosen.hosts), pathlib.Path(chosen.results).absolute(), time.monotonic()
    os.chdir(TOP)
    names = list_sources()
    more = ["--run-options", shlex.join(chosen.run_options)] if chosen.run_options else []
    given = ["--runs", str(chosen.runs), *chosen.budget, *more, *chosen.programs]
    known = known_programs()
    for name in chosen.programs:
        if name not in known:
            raise Refused(f"{name!r} is not a program: {' '.join(known)}")
    expected_s = chosen.runs * len(chosen.programs or known) * chosen.expected_s
    timeout_s = chosen.timeout or 1800 + round(expected_s)
    plan = f"machines: {len(hosts)}; on each the build, then runs of each program: {chosen.runs}, about {expected_s / 60:.1f} min"
    if chosen.dry_run:
        print(f"{plan}\n{' '.join(hosts)}\neach: make, then tools/tollgate run {shlex.join(given)}")
        print(*(shlex.join(ssh_command(chosen, name, *how, "SIZE")) for name, how in hosts.items()), sep="\n")
        return 0
    if not shutil.which("ssh"):
        raise Refused("ssh is missing: tools/setup --all", 3)
    session.say(plan)
    (results / "fleet").mkdir(parents=True, exist_ok=True)
    machines = [Machine(name, results) for name in hosts]
    # Results are renamed into place, within one file system.
    with tempfile.TemporaryDirectory(prefix=".new.", dir=results / "fleet") as folder, \
            concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        stage = pathlib.Path(folder)
        sources = pack(names, given, stage)
        commands = [ssh_command(chosen, name, *how, len(sources)) for name, how in hosts.items()]
        runs = [pool.submit(machine.run, session, command, sources, timeout_s, stage)
                for machine, command in zip(machines, commands)]
        while concurrent.futures.wait(runs, timeout=1).not_done:
            busy = [machine.at() for machine, run in zip(machines, runs) if not run.done()]
            session.show(f"{len(runs) - len(busy)} of {len(runs)} machines done; {busy.count('building')} building,"
                         f" {busy.count('running')} running, {time.monotonic() - began:.0f} s")
        for run in runs:
            run.result()  # what went wrong here ends the command
    session.show()
    return show(session, machines, f"*-{chosen.runs}.json" if chosen.runs > 1 else "*.json")
