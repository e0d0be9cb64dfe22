# SPDX-License-Identifier: BSL-1.0
"""What a command holds while it works: its processes, the wish to end it, and its line of progress."""
import os
import pathlib
import signal
import subprocess
import sys

# A make above has wishes for the makes below it, and a hook of git names another index, or another repository. A
# shell's cd is to go where it is told.
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CDPATH", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
             "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C"  # what is started speaks one language
TOP = pathlib.Path(__file__).resolve().parents[2]


class Refused(Exception):
    """Why a command ends, in one line, and its exit code if that is not 2."""


def exit_code_of(name: str, work) -> int:
    """The exit code that the work returns, or that of why it ended, which is told in one line."""
    try:
        return work()
    except Refused as refused:
        why, code = (*refused.args, 2)[:2]
    except OSError as error:
        why, code = printable(f"{error.filename or 'it cannot go on'}: {error.strerror}"), 3
    except KeyboardInterrupt:
        why, code = "interrupted", 130
    print(f"{name}: {why}", file=sys.stderr)
    return code


def print_while_read(stream):
    """If nobody reads the stream any more, what is printed on it goes nowhere, and the work goes on."""
    write = stream.write

    def write_or_drop(text):
        try:
            return write(text)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            return len(text)

    stream.write = write_or_drop


def printable(text: str, most: int = 200) -> str:
    """What others wrote: on one line, escaped and bounded."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text.strip())[:most]


def lines_of(file: pathlib.Path) -> list:
    """What somebody wrote into it, if it is there."""
    text = file.read_bytes().decode(errors="replace") if file.exists() else ""
    return [printable(line) for line in text.splitlines()]


def asked(*command) -> tuple:
    """What it prints, or nothing if it fails; and what it complains of, on one line."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    why = printable(" ".join(os.fsdecode(done.stderr).split()), 1000)
    return "" if done.returncode else os.fsdecode(done.stdout).rstrip("\n"), why


def end_of(code: int) -> str:
    """In words. A signal that ended a program is told as a shell does."""
    return f"ended by signal {code - 128}" if code > 128 else f"exit code {code}"


class Session:
    """A signal ends every process that was started, and `interrupted` says so; the command goes on and tells what there
    is by then. A signal that was ignored when the command began stays so."""

    def __init__(self, name: str):
        self.name = name
        self.interrupted = False
        self.progress = False
        self.processes = []
        self.lock = ()  # the descriptor of a lock, which is held as long as a program that was started works
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self.interrupt)

    def interrupt(self, *_):
        self.interrupted = True
        self.end_all()

    def end_all(self):
        for process in self.processes.copy():
            process.terminate()
            process.send_signal(signal.SIGCONT)  # one that is stopped hears of it then

    def start(self, command: list, **options) -> subprocess.Popen:
        process = subprocess.Popen(command, **{"stdin": subprocess.DEVNULL, "pass_fds": self.lock, **options})
        self.processes.append(process)
        if self.interrupted:  # the signal may have come too early for it
            process.terminate()
        return process

    def code_of(self, process: subprocess.Popen) -> int:
        """Waits for its end."""
        code = process.wait()
        self.processes.remove(process)
        return code if code >= 0 else 128 - code

    def run(self, command: list, **options) -> int:
        return self.code_of(self.start(command, **options))

    def must(self, doing: str, command: list, log: pathlib.Path):
        """Runs it; what it says goes into a file. If it fails or is interrupted, so does the command."""
        with open(log, "wb") as output:
            code = self.run(command, stdout=output, stderr=output)
        if self.interrupted:
            raise Refused(f"interrupted while {doing}", 130)
        if code:
            print(*lines_of(log)[-15:], sep="\n", file=sys.stderr)
            raise Refused(f"{doing} failed, {end_of(code)}: see {log}", 3)

    def show(self, line: str = ""):
        """The line of progress; without text it goes away. It never wraps: then it could not be cleared."""
        if self.progress:
            columns = os.get_terminal_size(2).columns or 80
            print(f"\r{line[:columns - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def say(self, line: str):
        self.show()
        print(f"{self.name}: {line}", file=sys.stderr)
