# SPDX-License-Identifier: BSL-1.0
"""tools/tollgate history: measures revisions against a pinned old one, and adds a point for each to a history."""
import os
import pathlib
import shutil

from orchestrate import options
from orchestrate.compare import check_out, keep, lock, make, revision_of, run_pairs
from orchestrate.run import known_programs
from orchestrate.session import TOP, Refused, Session, output_of

DESCRIPTION = """Measures each REVISION, and adds a point for it to the history in FOLDER, which ./costSheet --history
reads. A revision and the pinned revision run alternately, in pairs of an old and a new run, so that a
change of the machine's speed affects both. A range A..B stands for the revisions after A up to B,
along first parents. Points that the history has are skipped: to resume, give the same command again.
All revisions are built before the first one is measured. Built programs stay in build/compare/.

For a repository of your own, give --repository, --build and --programs. The programs must take --json
FILE and --no-progress, like those with the component cli (docs/libraries.md). They stay in their work
trees.

  tools/tollgate history --repository ~/mine --build "make bench" --programs bench ~/history v1.0..main"""
EPILOG = """A point is a folder DATE-REVISION of digests: old/0001-testQueue.json, new/0001-testQueue.json ... The date
is the commit's. FOLDER/pinned has the pinned revision. A point appears when it is complete.

exit codes: 0 the history has every point; 1 a self-check failed: the revision has no point; 2 usage;
3 a revision cannot be built, or a program failed in another way: the revision has no point;
130 interrupted: the complete points stay"""


def revisions_of(names: list) -> list:
    """Returns the revisions that the names and ranges stand for, each once."""
    found = []
    for name in names:
        first, dots, last = name.partition("..")
        if not dots:
            found.append(revision_of(name))
            continue
        ends = f"{revision_of(first)}..{revision_of(last)}"
        inside = output_of("git", "rev-list", "--first-parent", ends)[0].split()
        if not inside:
            raise Refused(f"{name!r} has no revisions")
        found += inside
    return [*dict.fromkeys(found)]


def point_of(revision: str) -> str:
    """Returns the name of the revision's point. The order of the names is the order of the history: by the date, and
    of commits of one second by the number of earlier ones."""
    date = output_of("env", "TZ=UTC", "git", "show", "--no-patch", "--format=%cd", "--date=format-local:%Y%m%d-%H%M%S",
                     revision)[0]
    number = int(output_of("git", "rev-list", "--count", "--first-parent", revision)[0])
    return f"{date}-{number:06}-{revision[:8]}"


def pinned_of(chosen, folder: pathlib.Path, oldest: str) -> str:
    """Returns the pinned revision: that of the history, or in a new one the chosen or the oldest revision."""
    recorded = (folder / "pinned").read_text(encoding="utf-8").strip() if (folder / "pinned").exists() else ""
    wanted = revision_of(chosen.pinned or recorded or oldest)
    if recorded and wanted != recorded:
        raise Refused(f"--pinned: {chosen.pinned!r} is {wanted[:8]}, but {folder}/pinned has {recorded[:8]}: a history"
                      " has one pinned revision; another one needs another folder")
    return wanted


def build(session: Session, chosen, revision: str, compared: pathlib.Path) -> pathlib.Path:
    """Builds the chosen programs of the revision, unless they are kept. Returns the folder in which they run. The
    names of these folders have the same length."""
    place = compared / revision
    folder = place / ("tree" if chosen.build else "programs/old")
    built_by = place / "built_by"  # the command, if it succeeded
    is_built = not chosen.build or built_by.exists() and built_by.read_text(encoding="utf-8") == chosen.build
    if not is_built or not all((folder / program).is_file() for program in chosen.programs):
        place.mkdir(parents=True, exist_ok=True)
        if chosen.build:
            shutil.rmtree(folder, ignore_errors=True)  # another command may have left files
        check_out(session, revision[:8], revision, place)
        if chosen.build:
            session.say(f"building {revision[:8]}")
            command = ["sh", "-c", chosen.build]
            session.must(f"building {revision[:8]}", command, place / "build.log", cwd=folder)
            for program in chosen.programs:
                if not (folder / program).is_file():
                    raise Refused(f"building {revision[:8]} made no {program}", 3)
            built_by.write_text(chosen.build, encoding="utf-8")
        else:
            make(session, revision[:8], place / "tree", place / "build.log", *chosen.programs)
            keep(place / "tree", chosen.programs, folder)
            output_of("git", "worktree", "remove", "--force", place / "tree")
    return folder


def build_all(session: Session, chosen, revisions: list, compared: pathlib.Path) -> dict:
    """Returns the folders of the revisions that could be built. The first one must be built."""
    folders = {}
    for revision in revisions:
        try:
            folders[revision] = build(session, chosen, revision, compared)
        except Refused as refused:
            if session.interrupted or not folders:
                raise
            session.say(f"{refused.args[0]}: {revision[:8]} gets no point")
    return folders


def add_point(session: Session, chosen, sides: dict, compared: pathlib.Path, point: pathlib.Path) -> int:
    """Measures the point. Returns 0, or the exit code of a program that failed; then there is no point."""
    failed = run_pairs(session, compared, sides, [*chosen.programs], chosen.for_programs, chosen.pairs,
                       TOP / "costSheet")[1]
    if session.interrupted or failed:
        return failed
    new = point.parent / ".new"
    shutil.rmtree(new, ignore_errors=True)
    for side in sides:
        (new / side).mkdir(parents=True)
        for result in sorted((compared / side).iterdir()):
            with open(new / side / result.name, "wb") as digest:
                command = [TOP / "costSheet", "--part", "digest", result]
                if session.run(command, stdout=digest):
                    raise Refused(f"{result}: costSheet wrote no digest", 3)
    os.rename(new, point)
    return 0


def add_points(session: Session, chosen, missing: dict, compared: pathlib.Path, folder: pathlib.Path) -> int:
    """Adds a point for each revision in `missing`. Returns the worst exit code."""
    pinned, added = chosen.pinned, 0
    folders = build_all(session, chosen, [pinned, *(revision for revision in missing if revision != pinned)], compared)
    codes = {3} if len(folders) < len({pinned, *missing}) else set()
    measured = [revision for revision in missing if revision in folders]
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "pinned").exists():
        (folder / "pinned").write_text(f"{pinned}\n", encoding="utf-8")
    for number, revision in enumerate(measured, 1):
        session.say(f"point {number} of {len(measured)}: {missing[revision]}")
        sides = {"old": folders[pinned], "new": folders[revision]}
        code = add_point(session, chosen, sides, compared, folder / missing[revision])
        if session.interrupted:
            raise Refused(f"interrupted: {added} of {len(measured)} points added", 130)
        codes.add(code if code in (0, 1) else 3)
        added += code == 0
    session.say(f"{added} of {len(missing)} points added to {folder}")
    return next((code for code in (1, 3) if code in codes), 0)


def choose_programs(session: Session, chosen, compared: pathlib.Path):
    """Builds costSheet. Refuses programs that this tree lacks, and chooses all if none is chosen."""
    make(session, "costSheet", TOP, compared / "build.log", "costSheet")
    if not chosen.build:
        known = known_programs()
        for name in chosen.programs:
            if name not in known:
                raise Refused(f"--programs: {name!r} is not a program of this tree: {' '.join(known)}")
        chosen.programs = chosen.programs or known


def main(session: Session, arguments: list) -> int:
    parser = options.Parser(session, "FOLDER REVISION...", DESCRIPTION, EPILOG, programs=options.paths)
    parser.value("--pairs N", options.whole(2, 1000), "pairs of runs for each point (6)", default=6)
    parser.value("--pinned REVISION", str, "what each revision is compared with, always the same in a history (that "
                 "of the history; in a new history the oldest REVISION)")
    parser.value("--repository PATH", options.existing_folder, "the git repository (this one)", default=str(TOP))
    parser.value("--build COMMAND", options.matching(".+", "a command"), "builds the programs: a shell runs it in a work "
                 "tree of each revision (make PROGRAMS)")
    parser.add_argument("folder", metavar="FOLDER", type=options.folder, help="the history")
    parser.add_argument("revisions", metavar="REVISION", nargs="+", help="a revision, or a range A..B")
    chosen = parser.parse(arguments)
    if bool(chosen.build) != (chosen.repository != str(TOP)) or chosen.build and not chosen.programs:
        raise Refused("--repository, --build and --programs: another repository needs all three")
    if len({os.path.basename(program) for program in chosen.programs}) < len(chosen.programs):
        raise Refused("--programs: two of them have the same name")
    folder = pathlib.Path(chosen.folder).absolute()
    os.chdir(chosen.repository)
    points = dict(sorted(((revision, point_of(revision)) for revision in revisions_of(chosen.revisions)),
                         key=lambda entry: entry[1]))
    chosen.pinned = pinned_of(chosen, folder, next(iter(points)))
    missing = {revision: point for revision, point in points.items() if not (folder / point).exists()}
    session.say(f"{len(points)} revisions, {len(points) - len(missing)} of them are in the history")
    if not missing:
        return 0
    compared = TOP / "build" / "compare"
    compared.mkdir(parents=True, exist_ok=True)
    with lock(session, f"the history {folder}", compared):
        choose_programs(session, chosen, compared)
        return add_points(session, chosen, missing, compared, folder)
