# SPDX-License-Identifier: BSL-1.0
"""tools/tollgate compare: is this tree slower than an older revision?"""
import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import time

from orchestrate import options
from orchestrate.session import TOP, Refused, Session, end_of, lines_of, output_of, printable

DESCRIPTION = """Builds the revision BASE in a git work tree below build/compare/, and this tree with its uncommitted
changes. Runs each program of both alternately (old new, new old, old new ...), and compares the runs
pair by pair with ./costSheet --compare: the headline cases, or every case with --run-options --all.
Old and new runs alternate because a machine changes its speed over time. All rows are judged
together. That takes 6 pairs, for any number of rows; more pairs find smaller differences. The
command prints how small a difference it can find before it measures."""
EPILOG = """SETUP=: in the environment skips the check of installed packages.

exit codes: 0 compared; 1 a case is slower than --fail-if-slower allows, or a self-check failed;
2 usage, or too few results to compare; 3 the machine refused, for example a build failed;
130 interrupted: the complete pairs are compared, if they are enough"""
FEWEST_PAIRS = 6
# For a number of pairs: the largest scatter of runs, in per cent, at which the comparison finds a row that became
# 5 % slower, one of 100, nine times in ten. `checks/acceptance/compare simulated` measures these numbers.
LARGEST_SCATTER = {6: 0.6, 8: 1.2, 10: 1.5, 12: 1.8, 16: 2.3, 20: 2.7, 30: 3.6, 60: 5.2, 120: 7.5}


def lock(session: Session, base: str, place: pathlib.Path):
    """Allows one comparison at a time in this repository. The lock lasts until the returned file is closed."""
    lock_file = open(place / "lock", "a+", encoding="utf-8")
    try:
        fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock_file.seek(0)
        raise Refused(f"another comparison is at work in {place}: {printable(lock_file.read())}", 3) from None
    lock_file.truncate(0)
    print(f"process {os.getpid()}, with {base}", file=lock_file, flush=True)
    session.lock = (lock_file.fileno(),)
    return lock_file


def revision_of(name: str) -> str:
    revision, why = output_of("git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if "fatal: " in why:  # git prints nothing for an unknown revision
        raise Refused(f"git: {why}", 3)
    if not revision:
        raise Refused(f"{name!r} is not a revision of this repository")
    return revision


def check_out(session: Session, base: str, revision: str, place: pathlib.Path):
    """Makes place/tree a work tree at the revision. Other work trees of the repository stay as they are."""
    tree = place / "tree"
    if output_of("git", "-C", tree, "rev-parse", "HEAD", "--show-toplevel")[0].split("\n") != [revision, str(tree)]:
        output_of("git", "worktree", "remove", "--force", tree)
        shutil.rmtree(tree, ignore_errors=True)
        command = ["git", "worktree", "add", "--force", "--quiet", "--detach", tree, revision]
        session.must(f"checking out {base}", command, place / "build.log")


def make(session: Session, revision: str, folder: pathlib.Path, log: pathlib.Path, *targets):
    session.say(f"building {revision}")
    setup = ["SETUP=:"] if os.environ.get("SETUP") == ":" else []  # another value may be meant for another program
    session.must(f"building {revision}", ["make", "-C", folder, *setup, *targets], log)


def keep(folder: pathlib.Path, names: list, kept: pathlib.Path):
    """Copies the programs, so that a later make does not change them. A file that exists is complete."""
    kept.mkdir(parents=True, exist_ok=True)
    for name in names:
        os.replace(shutil.copy2(folder / name, kept / ".new"), kept / name)


def build(session: Session, revision: str, folder: pathlib.Path, place: pathlib.Path, side: str) -> list:
    """Builds the folder, and keeps the programs. Returns their names.

    Both sides run from folders with names of equal length, by the same short name. The size of the environment and of
    the arguments moves the stack, and that alone can change a cost by some per cent."""
    make(session, revision, folder, place / "build.log")
    shutil.rmtree(place / "programs" / side, ignore_errors=True)
    names = output_of("make", "-s", "-C", folder, "--no-print-directory", "SETUP=:", "names")[0].split()
    keep(folder, [*names, "costSheet"], place / "programs" / side)
    return names


def run_pair(session: Session, place: pathlib.Path, sides: dict, command: list, file: str) -> int:
    """Runs a program on both sides, in the order of the sides. Returns 0 or the first other exit code; then it reports
    the failure, and removes the results of this pair."""
    for side, folder in sides.items():
        with open(place / "errors", "wb") as errors:
            code = session.run([*command, "--json", place / side / file], cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=errors)
        session.interrupted |= code == 130
        if code or session.interrupted:
            for each_side in sides:
                (place / each_side / file).unlink(missing_ok=True)
            if not session.interrupted:
                session.say(f"{file[5:-5]} ({side}): {end_of(code)}, not run any more: "
                            + "".join(lines_of(place / "errors")[-1:]))
            return code
    return 0


def run_pairs(session: Session, place: pathlib.Path, sides: dict, programs: list, given: list, pairs: int,
              cost_sheet: pathlib.Path):
    """Runs the programs in the folders of the two sides, "old" and "new", and writes results into the folders of these
    names in `place`. Removes the programs that fail from `programs`. Returns the number of complete pairs, and the
    worst exit code."""
    complete, failed, began = 0, 0, time.monotonic()
    for side in sides:
        shutil.rmtree(place / side, ignore_errors=True)
        (place / side).mkdir()
    for pair in range(1, pairs + 1):
        # The order alternates, so that neither side profits from it.
        ordered = sides if pair % 2 else dict(reversed(sides.items()))
        for program in programs.copy():
            name = os.path.basename(program)
            left = (time.monotonic() - began) * (pairs - pair + 1) / (pair - 1) if pair > 1 else 0
            session.show(f"pair {pair} of {pairs}: {name}" + (f", {left / 60:.0f} min left" if left else ""))
            code = run_pair(session, place, ordered, [f"./{program}", *given], f"{pair:04}-{name}.json")
            if session.interrupted:
                return complete, failed
            if code:
                programs.remove(program)
                failed = code if code == 1 else failed or code
                continue
            complete = pair
            if pair == 1:  # an unreadable result of the old side is reported now, not after all pairs
                old_result = place / "old" / f"0001-{name}.json"
                session.must("reading the old results", [cost_sheet, old_result], place / "read.log")
    session.show()
    return complete, failed


def compare(session: Session, chosen, revision: str, place: pathlib.Path) -> int:
    new, pairs = build(session, "this tree", TOP, place, "new"), chosen.pairs
    for name in chosen.programs:
        if name not in new:
            raise Refused(f"--programs: {name!r} is not a program of this tree: {' '.join(new)}")
    check_out(session, chosen.base, revision, place)
    old, wanted = build(session, chosen.base, place / "tree", place, "old"), chosen.programs or new
    programs = [name for name in wanted if name in old]
    if len(programs) < len(wanted):
        session.say(f"{chosen.base} has no {' '.join(name for name in wanted if name not in old)}: skipped")
    if not programs:
        raise Refused(f"{chosen.base} has none of the chosen programs")
    scatter = max(largest for number, largest in LARGEST_SCATTER.items() if number <= pairs)
    session.say(f"{pairs} pairs (at least {FEWEST_PAIRS}): if runs scatter by up to {scatter} %, the comparison finds"
                " a row that became 5 % slower, one of 100, nine times in ten")
    built = place / "programs"
    sides, cost_sheet = {"old": built / "old", "new": built / "new"}, built / "new" / "costSheet"
    complete, failed = run_pairs(session, place, sides, programs, chosen.for_programs, pairs, cost_sheet)
    if complete < FEWEST_PAIRS and session.interrupted:
        raise Refused(f"interrupted after {complete} pairs: too few to compare", 130)
    if complete < FEWEST_PAIRS and failed:
        return failed
    if session.interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C ends the command at once
        print(f"partial: interrupted after {complete} of {pairs} pairs")
    limits = [*(["--fail-if-slower", chosen.fail_if_slower] if chosen.fail_if_slower else []),
              *(["--allow-missing"] if chosen.allow_missing else [])]
    code = subprocess.call([cost_sheet, "--compare", place / "old", place / "new", *limits])
    # A slower case is the answer to the question; the failure of a program comes next.
    return 130 if session.interrupted else failed if failed and code != 1 else code


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "BASE", DESCRIPTION, EPILOG)
    parser.value("--pairs N", options.whole(FEWEST_PAIRS, 1000), "pairs of runs, an old and a new run each (20)", default=20)
    parser.value("--fail-if-slower P", options.share, "exit 1 if a case is certainly slower by more than P, like 5%%")
    parser.add_argument("--allow-missing", action="store_true", help="accept cases that only BASE has")
    parser.add_argument("base", metavar="BASE", help="a revision, for example origin/main")
    chosen = parser.parse(arguments)
    if chosen.allow_missing and not chosen.fail_if_slower:
        raise Refused("--allow-missing: it goes with --fail-if-slower")
    os.chdir(TOP)
    revision = revision_of(chosen.base)
    place = TOP / "build" / "compare" / revision
    place.mkdir(parents=True, exist_ok=True)
    with lock(session, chosen.base, place.parent):
        return compare(session, chosen, revision, place)
