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
from orchestrate.session import TOP, Refused, Session, asked, end_of, lines_of, printable

DESCRIPTION = """Builds the revision BASE in a git work tree below build/compare/, and this tree as it is, commits
or not; runs each program of both in turns (old new, new old, old new ...), and compares the runs
pair by pair with ./costSheet --compare. What is compared are the headline cases, or every case with
--run-options --all. Old and new then meet the same moods of the machine, which is the only comparison
that survives a machine that drifts. All rows are judged together, which takes 6 pairs whatever their
number; more pairs find smaller differences, and what the chosen number finds is said before it measures."""
EPILOG = """SETUP=: in the environment: do not look at installed packages.

exit codes: 0 compared; 1 a case is slower than --fail-if-slower allows, or a proof of work failed;
2 usage, or too little could be told; 3 the machine refused, a build failed for example;
130 interrupted: what there was by then is compared, if it is enough"""
FEWEST_PAIRS = 6
# How far runs of one row may scatter, in per cent, so that one of 100 rows is found nine times in ten if it
# became 5 % slower: `checks/acceptance/compare simulated` measures it for these numbers of pairs.
FOUND_AT_SCATTER = {6: 0.6, 8: 1.2, 10: 1.5, 12: 1.8, 16: 2.3, 20: 2.7, 30: 3.6, 60: 5.2, 120: 7.5}


def lock(session: Session, base: str, place: pathlib.Path):
    """One comparison at a time in this repository: as long as the file is open."""
    held = open(place / "lock", "a+", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.seek(0)
        raise Refused(f"another comparison is at work in {place}: {printable(held.read())}", 3) from None
    held.truncate(0)
    print(f"process {os.getpid()}, with {base}", file=held, flush=True)
    session.lock = (held.fileno(),)
    return held


def check_out(session: Session, base: str, revision: str, place: pathlib.Path):
    """Makes place/tree a work tree at the revision. No other work tree of the repository is touched."""
    tree = place / "tree"
    if asked("git", "-C", tree, "rev-parse", "HEAD", "--show-toplevel")[0].split("\n") != [revision, str(tree)]:
        asked("git", "worktree", "remove", "--force", tree)
        shutil.rmtree(tree, ignore_errors=True)
        command = ["git", "worktree", "add", "--force", "--quiet", "--detach", tree, revision]
        session.must(f"checking out {base}", command, place / "build.log")


def build(session: Session, what: str, folder: pathlib.Path, place: pathlib.Path, side: str) -> list:
    """Builds what is in the folder, and copies the programs, so that a make meanwhile changes nothing. Both sides run
    from folders whose names are equally long, by the same short name: the size of the environment and of the arguments
    moves the stack, and that alone can cost per cents. Returns the programs' names."""
    session.say(f"building {what}")
    setup = ["SETUP=:"] if os.environ.get("SETUP") == ":" else []  # another value may be meant for others
    session.must(f"building {what}", ["make", "-C", folder, *setup], place / "build.log")
    shutil.rmtree(place / "programs" / side, ignore_errors=True)
    (place / "programs" / side).mkdir(parents=True)
    names = asked("make", "-s", "-C", folder, "--no-print-directory", "SETUP=:", "names")[0].split()
    for name in (*names, "costSheet"):
        shutil.copy2(folder / name, place / "programs" / side)
    return names


def run_pair(session: Session, place: pathlib.Path, sides: tuple, command: list, file: str) -> int:
    """The exit code of what failed, which is named, and of which no half pair stays."""
    for side in sides:
        with open(place / "errors", "wb") as errors:
            code = session.run([*command, "--json", place / side / file], cwd=place / "programs" / side,
                               stdout=subprocess.DEVNULL, stderr=errors)
        session.interrupted |= code == 130
        if code or session.interrupted:
            for both in sides:
                (place / both / file).unlink(missing_ok=True)
            if not session.interrupted:
                session.say(f"{file[5:-5]} ({side}): {end_of(code)}, not run any more: "
                            + "".join(lines_of(place / "errors")[-1:]))
            return code
    return 0


def run_pairs(session: Session, place: pathlib.Path, programs: list, given: list, pairs: int):
    """How many pairs are complete, and the worst exit code."""
    complete, failed, began = 0, 0, time.monotonic()
    for side in ("old", "new"):
        shutil.rmtree(place / side, ignore_errors=True)
        (place / side).mkdir()
    for pair in range(1, pairs + 1):
        # It is no advantage to come first.
        sides = ("old", "new") if pair % 2 else ("new", "old")
        for program in programs.copy():
            left = (time.monotonic() - began) * (pairs - pair + 1) / (pair - 1) if pair > 1 else 0
            session.show(f"pair {pair} of {pairs}: {program}" + (f", {left / 60:.0f} min left" if left else ""))
            code = run_pair(session, place, sides, [f"./{program}", *given], f"{pair:04}-{program}.json")
            if session.interrupted:
                return complete, failed
            if code:
                programs.remove(program)
                failed = code if code == 1 else failed or code
                continue
            complete = pair
            if pair == 1:  # rather than when all pairs were measured
                of_base = place / "old" / f"0001-{program}.json"
                session.must("reading BASE's results", [place / "programs/new/costSheet", of_base], place / "read.log")
    session.show()
    return complete, failed


def compare(session: Session, chosen, revision: str, place: pathlib.Path) -> int:
    new, pairs = build(session, "this tree", TOP, place, "new"), chosen.pairs
    for name in chosen.programs:
        if name not in new:
            raise Refused(f"--programs: {name!r} is not one of this tree's: {' '.join(new)}")
    check_out(session, chosen.base, revision, place)
    old, wanted = build(session, chosen.base, place / "tree", place, "old"), chosen.programs or new
    programs = [name for name in wanted if name in old]
    if len(programs) < len(wanted):
        session.say(f"{chosen.base} has no {' '.join(name for name in wanted if name not in old)}: skipped")
    if not programs:
        raise Refused(f"{chosen.base} and this tree have no program in common that is wanted")
    scatter = max(found for number, found in FOUND_AT_SCATTER.items() if number <= pairs)
    session.say(f"{pairs} pairs, of which any number of rows needs {FEWEST_PAIRS}: one of 100 rows that became 5 % slower"
                f" is found nine times in ten if its runs scatter by up to about {scatter} %")
    complete, failed = run_pairs(session, place, programs, chosen.for_programs, pairs)
    if complete < FEWEST_PAIRS and session.interrupted:
        raise Refused(f"interrupted after {complete} pairs: too few to compare", 130)
    if complete < FEWEST_PAIRS and failed:
        return failed
    if session.interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever asks for an end twice gets it
        print(f"partial: interrupted after {complete} of {pairs} pairs")
    limits = [*(["--fail-if-slower", chosen.fail_if_slower] if chosen.fail_if_slower else []),
              *(["--allow-missing"] if chosen.allow_missing else [])]
    code = subprocess.call([place / "programs/new/costSheet", "--compare", place / "old", place / "new", *limits])
    # A slower case is what was asked for; that a program failed comes next.
    return 130 if session.interrupted else failed if failed and code != 1 else code


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "BASE", DESCRIPTION, EPILOG)
    parser.value("--pairs N", options.whole(FEWEST_PAIRS, 1000), "runs of either (20)", default=20)
    parser.value("--fail-if-slower P", options.share, "exit 1 if a case is slower by more per cent for sure")
    parser.add_argument("--allow-missing", action="store_true", help="nor does a case fail it that only BASE has")
    parser.add_argument("base", metavar="BASE", help="a revision, for example origin/main")
    chosen = parser.parse(arguments)
    os.chdir(TOP)
    revision, why = asked("git", "rev-parse", "--verify", "--quiet", f"{chosen.base}^{{commit}}")
    if "fatal: " in why:  # it says no word of a revision that is not there
        raise Refused(f"git: {why}", 3)
    if not revision:
        raise Refused(f"{chosen.base!r} is no revision of this repository")
    place = TOP / "build" / "compare" / revision
    place.mkdir(parents=True, exist_ok=True)
    with lock(session, chosen.base, place.parent):
        return compare(session, chosen, revision, place)
