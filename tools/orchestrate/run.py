# SPDX-License-Identifier: BSL-1.0
"""tools/tollgate run: the programs of this folder, so that none disturbs another and each is spread over the whole time."""
import contextlib
import errno
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

from orchestrate import options
from orchestrate.session import TOP, Refused, Session, end_of, lines_of

DESCRIPTION = """Runs the programs (all that are built, if none is named) in turns, a pass of each at a time, writes
results/PROGRAM.json for each, prints one screen of this run's results and writes it as a page,
results/report.html."""
EPILOG = """A program that fails loses nothing of the others', and its earlier result stays; a result whose proof
of work failed, or of which a pass died, goes to results/failed. Ctrl-C ends the programs, which write what they
have to results/partial, where the page is then; a second one ends them at once. Either way the screen of what
there is comes. A complete result removes what earlier runs left of the program, failed and partial
ones, too: files side by side are of one build.

Exit codes: 0 all held; 1 a proof of work failed; 2 usage; 3 a program failed in another way;
130 interrupted."""


class Program:
    """It waits for a byte before each pass, and says with one that the pass is over; its end is the end of that pipe. A
    program that knows no such turns has one pass, which is all that it does."""

    def __init__(self, session: Session, name: str, arguments: list, new: pathlib.Path):
        self.name, self.new, self.errors, self.code = name, new, new.with_suffix(".err"), None
        given, self.give = os.pipe()
        self.over, said = os.pipe()
        with open(self.errors, "wb") as errors:
            command = [f"./{name}", *arguments, "--json", str(new), "--turns", f"{given},{said}"]
            self.process = session.start(command, stdout=subprocess.DEVNULL, stderr=errors, pass_fds=(given, said))
        os.close(given)
        os.close(said)

    def do_pass(self, session: Session, progress):
        """If it has ended then, its code is known."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self.give, b".")
        session.show(progress())
        while not select.select([self.over], [], [], 1 if session.progress else None)[0]:
            session.show(progress())
        if not os.read(self.over, 1):
            self.code = session.code_of(self.process)
            os.close(self.give)
            os.close(self.over)
            if self.code == 130:
                session.interrupt()


def put(new: pathlib.Path, folder: str) -> str:
    """The new file takes the place of the one of its name in the folder, or of what that is a link to. Where it is."""
    os.makedirs(folder, exist_ok=True)
    target = os.path.realpath(f"{folder}/{new.name}")
    try:
        os.replace(new, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        os.replace(shutil.copy(new, f"{target}.{os.getpid()}.new"), target)
    return f"{folder}/{new.name}"


def measured_nothing(file: pathlib.Path) -> bool:
    try:
        return json.loads(file.read_bytes())["tollgate"]["passes"] == 0
    except (OSError, ValueError, LookupError):
        return not file.exists()


def forget(program: Program, folder: str, new: str = ""):
    """Removes the program's results, but for the new one and those before it in its series."""
    def number(name: str) -> int:
        match = re.fullmatch(rf"{program.name}(-\d+)?\.json", name, re.ASCII)
        return int((match[1] or "-0")[1:]) if match else -1
    with contextlib.suppress(OSError):
        for old in [*pathlib.Path(folder).glob(f"{program.name}*.json")]:
            if old.name != new and number(old.name) >= 0 and not 0 < number(old.name) < number(new):
                old.unlink()
        if os.listdir(folder) == ["report.html"]:
            os.remove(f"{folder}/report.html")
        os.rmdir(folder)


def keep_all(session: Session, programs: list, results: str, failures: dict, codes: set) -> list:
    """Where the results are. Adds who failed of each reason, and the exit codes that they call for."""
    files = []
    for program in programs:
        said = [line.removeprefix(f"{program.name}: ") for line in lines_of(program.errors)[:3]]
        code, why = program.code, [end_of(program.code), *said]
        if session.interrupted and code >= 130 and measured_nothing(program.new):
            continue  # it was told to end before it could listen or had measured anything, or twice
        if code == 0 and not program.new.exists():
            code, why = 3, ["no result", *why]
        try:
            if code in (0, 1, 3, 130) and program.new.exists():  # 3: a pass died; those before it are there
                files.append(put(program.new, results + {0: "", 130: "/partial"}.get(code, "/failed")))
            if code == 0:
                forget(program, f"{results}/failed")
                forget(program, f"{results}/partial")
                forget(program, results, program.new.name)
        except OSError as error:
            code, why = 3, [f"{error.filename2 or error.filename}: {error.strerror}"]
        if code not in (0, 130):
            failures.setdefault("; ".join(why), []).append(program.name)
            codes.add(code if code in (1, 2) else 3)
    return files


def known_programs() -> list:
    make = ["make", "-s", "--no-print-directory", "SETUP=:", "names"]
    return subprocess.run(make, stdout=subprocess.PIPE, text=True).stdout.split()


def choose_programs(names: list, results: str) -> list:
    """Those, or all that are built here."""
    built = [name for name in known_programs() if shutil.which(f"./{name}") and shutil.which("./costSheet")]
    if not built:
        raise Refused("no program and no costSheet are built here: make", 3)
    for name in names or built:
        if name not in built:
            raise Refused(f"{name!r} is not a program that is built here: {' '.join(built)}")
        if os.path.isdir(f"{results}/{name}.json"):
            raise Refused(f"{results}/{name}.json is a folder, and not a result file")
    return names or built


def measure_all(session: Session, names: list, arguments: list, stage: pathlib.Path, run: str, end: float):
    """The programs that began, each ended, and where the run was interrupted, or nothing."""
    programs, stopped_in = [], ""

    def one_pass(program: Program):
        nonlocal stopped_in
        where = f"{program.name} ({names.index(program.name) + 1} of {len(names)}{run and f', run {run[1:]}'})"

        def progress() -> str:
            left = max(0, end - time.monotonic())
            return f"{program.name} ends" if session.interrupted else f"{where}, about {left:.0f} s left"
        program.do_pass(session, progress)
        stopped_in = stopped_in or (where if session.interrupted else "")

    for name in names:
        if not session.interrupted:
            programs.append(Program(session, name, arguments, stage / f"{name}{run}.json"))
            one_pass(programs[-1])
    while any(program.code is None for program in programs):
        for program in programs:
            if program.code is None:
                one_pass(program)
    session.show()
    return programs, stopped_in


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "[PROGRAM...]", DESCRIPTION, EPILOG)
    parser.value("--runtimes LIST", options.matching(".+", "all, or names of runtimes"),
                 "other runtimes beside ours: all that are built, or their names")
    parser.value("--results FOLDER", options.folder, "where results and page go (results)", default=f"{TOP}/results")
    parser.value("--runs N", options.whole(1, 99), "runs of each program, one after another (1); if several, PROGRAM-1.json "
                 "...; the screen is of the last; costSheet --across takes a folder of several", default=1)
    parser.add_argument("more_programs", nargs="*", metavar="PROGRAM")
    chosen = parser.parse(arguments)
    results = os.path.abspath(chosen.results)
    os.chdir(TOP)
    names = choose_programs(chosen.programs, results)
    os.makedirs(results, exist_ok=True)
    given = [*(["--runtimes", chosen.runtimes] if chosen.runtimes else []), *chosen.for_programs]
    with tempfile.TemporaryDirectory(prefix=".new.", dir=results) as stage:
        files, failures, codes = [], {}, set()
        end = time.monotonic() + len(names) * chosen.runs * chosen.expected_s
        for run in [f"-{number}" for number in range(1, chosen.runs + 1)] if chosen.runs > 1 else [""]:
            programs, stopped_in = measure_all(session, names, given, pathlib.Path(stage), run, end)
            files = keep_all(session, programs, results, failures, codes) or files
            names = [program.name for program in programs if program.code == 0]
            if session.interrupted or not names:
                break
    if files:
        folder = f"{results}/partial" if session.interrupted else results
        os.makedirs(folder, exist_ok=True)
        page, *files = [file.replace(f"{TOP}/", "", 1) for file in (f"{folder}/report.html", *files)]
        code = subprocess.call(["./costSheet", "--html", page, *files])
        codes.add(code if code in (0, 1) else 3)
        if code in (0, 1):
            print(f"\nthe page: {page}")
    if stopped_in:
        print(f"partial: interrupted in {stopped_in}")
    for why, names in failures.items():
        print(f"{', '.join(names)}: {why}", file=sys.stderr)
    # A failed proof is worst, then a program that could not run, then one that was told nonsense.
    return 130 if session.interrupted else next((code for code in (1, 3, 2) if code in codes), 0)
