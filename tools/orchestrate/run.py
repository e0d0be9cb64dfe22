# SPDX-License-Identifier: BSL-1.0
"""tools/tollgate run: runs the programs of this folder, one at a time, with the passes of each spread over the run."""
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

DESCRIPTION = """Runs the programs (all that are built, if none is named) interleaved, a pass of each at a time. Writes
results/PROGRAM.json for each, prints one screen of the results, and writes the page
results/report.html."""
EPILOG = """A program that fails does not affect the others, and its earlier result stays. A result with a failed
self-check or a failed pass goes to results/failed. Ctrl-C ends the programs; their results so far and the
page go to results/partial. A second Ctrl-C ends them at once. The screen is printed in any case. A complete
result removes the program's earlier results, also failed and partial ones, so that all files are of one build.

Exit codes: 0 success; 1 a self-check failed; 2 usage; 3 a program failed in another way;
130 interrupted."""


class Program:
    """A program that runs pass by pass. It waits for a byte before each pass and writes a byte after it; when it ends,
    its pipe is closed. A program without passes does all its work in the first."""

    def __init__(self, session: Session, name: str, arguments: list, new: pathlib.Path):
        self.name, self.new, self.errors, self.code = name, new, new.with_suffix(".err"), None
        start_in, self.start = os.pipe()
        self.end, end_out = os.pipe()
        with open(self.errors, "wb") as errors:
            command = [f"./{name}", *arguments, "--json", str(new), "--turns", f"{start_in},{end_out}"]
            self.process = session.start(command, stdout=subprocess.DEVNULL, stderr=errors, pass_fds=(start_in, end_out))
        os.close(start_in)
        os.close(end_out)

    def do_pass(self, session: Session, progress):
        """Lets the program do a pass. If the program ends, `code` is set."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self.start, b".")
        session.show(progress())
        while not select.select([self.end], [], [], 1 if session.progress else None)[0]:
            session.show(progress())
        if not os.read(self.end, 1):
            self.code = session.code_of(self.process)
            os.close(self.start)
            os.close(self.end)
            if self.code == 130:
                session.interrupt()


def put(new: pathlib.Path, folder: str) -> str:
    """Moves the file into the folder, in place of a file of the same name or of the target of such a link. Returns
    the new path."""
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
    """Removes the program's results in the folder, except the new one and earlier ones of its series."""
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
    """Moves the results into their folders and returns their paths. Adds the programs that failed to `failures`, by
    reason, and their exit codes to `codes`."""
    files = []
    for program in programs:
        errors = [line.removeprefix(f"{program.name}: ") for line in lines_of(program.errors)[:3]]
        code, why = program.code, [end_of(program.code), *errors]
        if session.interrupted and code >= 130 and measured_nothing(program.new):
            continue  # the signal came before the program had measured anything, or came twice
        if code == 0 and not program.new.exists():
            code, why = 3, ["no result", *why]
        try:
            if code in (0, 1, 3, 130) and program.new.exists():  # 3: a pass died; the file has the passes before it
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
    """Returns the named programs, or all that are built here if none is named."""
    built = [name for name in known_programs() if shutil.which(f"./{name}") and shutil.which("./costSheet")]
    if not built:
        raise Refused("the programs or costSheet are not built here: run make", 3)
    for name in names or built:
        if name not in built:
            raise Refused(f"{name!r} is not a program that is built here: {' '.join(built)}")
        if os.path.isdir(f"{results}/{name}.json"):
            raise Refused(f"{results}/{name}.json is a folder, not a result file")
    return names or built


def measure_all(session: Session, names: list, arguments: list, stage: pathlib.Path, run: str, end: float):
    """Runs the programs. Returns those that were started, and where the run was interrupted (empty if it was not)."""
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
                 "also measure other runtimes: all that are built, or their names")
    parser.value("--results FOLDER", options.folder, "where results and page go (results)", default=f"{TOP}/results")
    parser.value("--runs N", options.whole(1, 99), "runs of each program, one after another (1). Several runs write "
                 "PROGRAM-1.json ..., and the screen shows the last; costSheet --across reads such folders", default=1)
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
            # The results have this path among the arguments: it need not tell where the repository is.
            new = pathlib.Path(stage.removeprefix(f"{TOP}/"))
            programs, stopped_in = measure_all(session, names, given, new, run, end)
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
    if stopped_in:
        print(f"partial: interrupted in {stopped_in}")
    for why, names in failures.items():
        print(f"{', '.join(names)}: {why}", file=sys.stderr)
    # A failed self-check is worst, then a program that could not run, then a usage error.
    return 130 if session.interrupted else next((code for code in (1, 3, 2) if code in codes), 0)
