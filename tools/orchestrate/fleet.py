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
from orchestrate.session import TOP, Refused, Session, lines_of, output_of

DESCRIPTION = """Copies these sources to every machine in the file HOSTS, builds and runs the programs there, fetches
the results as results/HOST/*.json, and compares the machines with ./costSheet --across. With several runs
of each machine the table has ratios: five runs show a difference of some 10 % if runs scatter by 2 %.
HOSTS has a line [user@]host[:port] for each machine; # begins a comment. ssh must work without a password."""
EPILOG = """The environment may give FLEET_SSH and FLEET_FOLDER instead of --ssh and --folder.

A machine that fails is listed with its reason and does not affect the others; its earlier results
stay until new ones are complete. Its output is in results/fleet/HOST.log. Ctrl-C also ends the runs
on the machines, and compares the results that came in.

Exit codes: 0 all results came in; 1 a machine failed; 2 usage, or a folder on a machine has other
files; 3 a tool is missing on this machine; 130 interrupted."""
HOST = r"(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::(\d{1,5}))?"
# A file in each folder on the machines that may be emptied. A run holds a lock on it.
MARK = ".tollgate_fleet"


def read_hosts(file: str) -> dict:
    """Returns user and port of each host name. The host name is also the name of the results' folder."""
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
            raise Refused(f"{file}, line {number}: {text!r} is not [user@]host[:port], or its name is in use in results/; "
                          "give the machine another name in ~/.ssh/config")
    if not hosts:
        raise Refused(f"{file!r} names no machine")
    return hosts


def list_sources() -> list:
    """Returns the names of the sources, committed or not: those that git lists, or all files here if it lists none."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!docs/results/reference"]
    listed, why = output_of(*command)
    if why and not listed and "not a git repository" not in why:
        raise Refused(f"git: {why}", 3)
    names = [name for name in listed.split("\0") if name and not name.endswith("/")]
    return names or [*{*os.listdir()} - {"build", "results", ".git"}]


def pack(names: list, given: list, stage: pathlib.Path) -> bytes:
    """Returns an archive of the sources and of the file fleet_options. It keeps the dates, so that a second build on
    the machine compiles only changed files."""
    (stage / "fleet_options").write_bytes(os.fsencode("".join(f"{option}\n" for option in given)))
    with tarfile.open(stage / "sources.tar.gz", "w:gz", compresslevel=6) as archive:
        for name in filter(os.path.lexists, names):
            archive.add(name)
        archive.add(stage / "fleet_options", "fleet_options")
    return (stage / "sources.tar.gz").read_bytes()


def unpack_results(archive: pathlib.Path, to: pathlib.Path) -> bool:
    """Unpacks result files: regular files with plain names, nothing else. Returns whether there is one."""
    to.mkdir()
    with contextlib.suppress(tarfile.TarError, EOFError, OSError, zlib.error), tarfile.open(archive, "r:gz") as files:
        for member in files:
            if member.isreg() and re.fullmatch(r"[\w-]+\.json", member.name, re.ASCII):
                (to / member.name).write_bytes(files.extractfile(member).read())
    return any(to.iterdir())


def ssh_command(chosen, name: str, user, port, size) -> list:
    """Returns the ssh command of a machine. It works in any login shell: one line, no quotes but the outer ones,
    nothing that another shell than sh would expand. Each machine has its own folder, because machines may share a
    home folder."""
    folder = f"{chosen.folder}/{name}"
    script = (f'unset CDPATH; umask 077; mkdir -p "{folder}" && cd "{folder}" || exit 3; [ -f {MARK} ] || [ -z "$(ls -A)" ] ||'
             f' {{ echo "{folder} has files of others: remove it, or name another FLEET_FOLDER" >&2; exit 2; }};'
             f" exec 8>{MARK}; if command -v flock >/dev/null; then"
             " flock -n 8 || { echo another run is at work there >&2; exit 3; }; fi;"
             f" find . -mindepth 1 -maxdepth 1 -name build -o -name {MARK} -o -exec rm -rf {{}} +;"
             f" head -c {size} | tar -xzf - || {{ echo cannot unpack the sources there >&2; exit 3; }};"
             " exec sh tools/orchestrate/on_host")
    return ["ssh", *chosen.ssh, "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15",
            "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4", *(["-p", port] if port else []),
            *(["-l", user] if user else []), "--", name, f"exec sh -c '{script}'"]


class Machine:
    """A machine of the fleet. `why` is the reason why its results did not come in; empty if they did."""

    def __init__(self, name: str, results: pathlib.Path):
        self.name, self.results, self.fleet = name, results / name, results / "fleet"
        self.log = self.fleet / f"{name}.log"
        self.code, self.why = None, "interrupted"
        self.log.unlink(missing_ok=True)

    def at(self) -> str:
        """Returns what the machine is doing, by the last such line in its log."""
        return ([""] + [line[7:] for line in lines_of(self.log) if line.startswith("fleet: ")])[-1]

    def run(self, session: Session, command: list, sources: bytes, timeout_s: int, stage: pathlib.Path):
        if session.interrupted:
            return
        late, archive, new = threading.Event(), stage / f"{self.name}.tar.gz", stage / self.name
        with open(self.log, "wb") as errors, open(archive, "wb") as output:
            # In a session of its own: else Ctrl-C could end ssh before this process knows of the interruption.
            process = session.start(command, stdin=subprocess.PIPE, stdout=output, stderr=errors, start_new_session=True)
        timer = threading.Timer(timeout_s, lambda: (late.set(), process.terminate()))
        timer.start()
        # stdin stays open as long as somebody waits for the results; on_host ends when it is closed.
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write(sources)
            process.stdin.flush()
            process.wait()
        self.code = session.code_of(process)
        timer.cancel()
        has_results = unpack_results(archive, new)
        self.why = "" if self.code == 0 and has_results else self.reason(
            "interrupted" if session.interrupted else f"not done after {timeout_s} s" if late.is_set() else "")
        try:
            if has_results:
                self.keep(new, self.fleet / self.name if self.why else self.results)
        except OSError as error:
            self.why = f"{error.filename2 or error.filename}: {error.strerror}"
        if not self.why:
            shutil.rmtree(self.fleet / self.name, ignore_errors=True)

    def keep(self, new: pathlib.Path, lasting: pathlib.Path):
        lasting.mkdir(exist_ok=True)
        for old in [*lasting.glob("*.json")]:  # other files in the folder are the user's
            old.unlink()
        for file in [*new.iterdir()]:
            file.rename(lasting / file.name)

    def reason(self, ended: str) -> str:
        at, lines = self.at(), [line for line in lines_of(self.log) if not line.startswith("fleet: ")]
        if ended:
            return ended + (f" while {at}" if at else "")
        # A missing package or the first compiler error explains more than make's last line.
        errors = [line for line in lines if at == "building" and re.match("setup: |.*(error:|Error|not found)", line)]
        return (f"{at}: " if at else "") + (errors[:1] or lines[-1:] or [f"exit code {self.code}, and no result"])[0]


def show(session: Session, machines: list, last: str) -> int:
    complete = [str(machine.results).replace(f"{TOP}/", "", 1) for machine in machines if not machine.why]
    code = 0
    if complete:
        files = ["--across", *complete] if len(complete) > 1 else sorted(map(str, pathlib.Path(complete[0]).glob(last)))
        code = subprocess.call(["./costSheet", *files])
    print(f"results of {len(complete)} of {len(machines)} machines came in")
    for machine in machines:
        if machine.why:
            kept = " (its earlier results are kept)" if machine.results.is_dir() else ""
            print(f"{machine.name}: {machine.why}{kept}", file=sys.stderr)
    codes = [machine.code for machine in machines if machine.why]
    return 130 if session.interrupted else 2 if 2 in codes else 1 if codes or code else 0


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "HOSTS", DESCRIPTION, EPILOG)
    parser.value("--runs N", options.whole(1, 99), "runs of each program, one after another (5)", default=5)
    parser.value("--timeout SECONDS", options.whole(1, 999999),
                 "timeout of each machine (half an hour for copying and building, plus the time of the runs)")
    parser.value("--jobs N", options.whole(1, 9999), "number of machines at once (64)", default=64)
    parser.value("--results FOLDER", options.folder, "where a folder for each machine goes (results)",
                 default=f"{TOP}/results")
    parser.value("--ssh TEXT", options.words, 'options for ssh, such as "-F my_config"; they override ours',
                 "FLEET_SSH", default=[])
    parser.value("--folder PATH", options.matching(r"[\w./-]+", "a plain path"),
                 "the folder on the machines, which keeps the build (.cache/tollgate_fleet)",
                 "FLEET_FOLDER", default=".cache/tollgate_fleet")
    parser.add_argument("--dry-run", action="store_true", help="print the commands, and run nothing")
    parser.add_argument("hosts", metavar="HOSTS", help="a file with a machine on each line")
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
    # The new results are in a folder below results/, because a rename works only within one file system.
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
            run.result()  # raises the exception of the run, if there is one
    session.show()
    return show(session, machines, f"*-{chosen.runs}.json" if chosen.runs > 1 else "*.json")
