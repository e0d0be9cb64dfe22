# SPDX-License-Identifier: BSL-1.0
"""The state of a running command: its processes, its interruption, and its line of progress."""
import os
import pathlib
import signal
import subprocess
import sys

# A calling make passes its options to the makes that we start; a git hook names another index or repository; CDPATH
# redirects a shell's cd.
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CDPATH", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
             "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C"  # started programs print English
TOP = pathlib.Path(__file__).resolve().parents[2]


class Refused(Exception):
    """An error that ends the command: the message, on one line, and the exit code (2 if not given)."""


def exit_code_of(name: str, work) -> int:
    """Returns the exit code that the work returns, or that of the error that ended it; prints the error on one line."""
    try:
        return work()
    except Refused as refused:
        why, code = (*refused.args, 2)[:2]
    except OSError as error:
        why, code = printable(f"{error.filename or 'system error'}: {error.strerror}"), 3
    except KeyboardInterrupt:
        why, code = "interrupted", 130
    print(f"{name}: {why}", file=sys.stderr)
    return code


def print_while_read(stream):
    """Lets the work go on if nobody reads the stream any more; later output is dropped."""
    write = stream.write

    def write_or_drop(text):
        try:
            return write(text)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            return len(text)

    stream.write = write_or_drop


def printable(text: str, most: int = 200) -> str:
    """Returns another program's text as one line: escaped, and cut to a maximum length."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text.strip())[:most]


def lines_of(file: pathlib.Path) -> list:
    """Returns the lines of the file, made printable; none if the file does not exist."""
    text = file.read_bytes().decode(errors="replace") if file.exists() else ""
    return [printable(line) for line in text.splitlines()]


def output_of(*command) -> tuple:
    """Returns the command's stdout, or an empty text if the command fails; and its stderr as one line."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    why = printable(" ".join(os.fsdecode(done.stderr).split()), 1000)
    return "" if done.returncode else os.fsdecode(done.stdout).rstrip("\n"), why


def end_of(code: int) -> str:
    """Describes an exit code. Codes above 128 stand for signals, as in a shell."""
    return f"ended by signal {code - 128}" if code > 128 else f"exit code {code}"


class Session:
    """The processes of a command. A signal ends all of them and sets `interrupted`; the command then goes on and
    reports the results that exist. A signal that was ignored when the command began stays ignored."""

    def __init__(self, name: str):
        self.name = name
        self.interrupted = False
        self.progress = False
        self.processes = []
        self.lock = ()  # the descriptor of a lock; started programs inherit it, so the lock lasts as long as they do
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self.interrupt)

    def interrupt(self, *_):
        self.interrupted = True
        self.end_all()

    def end_all(self):
        for process in self.processes.copy():
            process.terminate()
            process.send_signal(signal.SIGCONT)  # a stopped process handles a signal only when it continues

    def start(self, command: list, **options) -> subprocess.Popen:
        process = subprocess.Popen(command, **{"stdin": subprocess.DEVNULL, "pass_fds": self.lock, **options})
        self.processes.append(process)
        if self.interrupted:  # the signal may have come before the process was in the list
            process.terminate()
        return process

    def code_of(self, process: subprocess.Popen) -> int:
        """Waits for the end of the process and returns its exit code, as a shell counts it."""
        code = process.wait()
        self.processes.remove(process)
        return code if code >= 0 else 128 - code

    def run(self, command: list, **options) -> int:
        return self.code_of(self.start(command, **options))

    def must(self, doing: str, command: list, log: pathlib.Path, **options):
        """Runs a command with its output in a log file. A failure or an interruption raises Refused."""
        with open(log, "wb") as output:
            code = self.run(command, stdout=output, stderr=output, **options)
        if self.interrupted:
            raise Refused(f"interrupted while {doing}", 130)
        if code:
            print(*lines_of(log)[-15:], sep="\n", file=sys.stderr)
            raise Refused(f"{doing} failed, {end_of(code)}: see {log}", 3)

    def show(self, line: str = ""):
        """Shows the line of progress, or clears it. The line is cut to the terminal's width: a wrapped line could not
        be cleared."""
        if self.progress:
            columns = os.get_terminal_size(2).columns or 80
            print(f"\r{line[:columns - 1]}\x1b[K", end="", file=sys.stderr, flush=True)

    def say(self, line: str):
        self.show()
        print(f"{self.name}: {line}", file=sys.stderr)
