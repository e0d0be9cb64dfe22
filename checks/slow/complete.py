#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Types a line and two tabs into an interactive shell, and prints what the shell then shows.

usage: complete.py bash|zsh SETTINGS LINE      SETTINGS: commands of the shell
"""
import os
import pty
import select
import signal
import sys

shell, settings, line = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="dumb", COLUMNS="200")
    os.execlp(shell, shell, *(["--norc", "--noprofile"] if shell == "bash" else ["-f"]), "-i")


def read_until(wanted: str, seconds: float) -> str:
    """Reads until the wanted text comes, or until nothing comes for so many seconds."""
    text = ""
    while wanted not in text and select.select([terminal], [], [], seconds)[0]:
        text += os.read(terminal, 4096).decode(errors="replace")
    return text


os.write(terminal, f"{settings}; echo rea''dy\n".encode())
read_until("ready", 20)
os.write(terminal, f"{line}\t\t".encode())
print(read_until("\0", 2).replace("\a", ""))
os.kill(child, signal.SIGKILL)
