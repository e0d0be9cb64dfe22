# SPDX-License-Identifier: BSL-1.0
"""The command lines of all commands: the types of options, and the options that all commands have."""
import argparse
import os
import re
import shlex
import sys

from orchestrate.session import Refused, Session, printable


def matching(pattern: str, allowed: str, value=str):
    """Returns an option type: it converts a text that matches the pattern, and refuses others."""
    def checked(text: str):
        if not re.fullmatch(pattern, text, re.ASCII):
            raise argparse.ArgumentTypeError(f"{text!r} is not {allowed}")
        return value(text)
    return checked


seconds = matching(r"(?=.*[1-9])\d{1,5}(\.\d{1,9})?", "a number of seconds, above 0 and below 100000")
share = matching(r"\d{1,9}(\.\d{1,9})?%?", "a share of 0 or more, like 5% or 0.05")
programs = matching(r" *\w+( +\w+)* *", "names of programs: letters, digits and _, a space between two", str.split)

paths = matching(r" *[\w./-]+( +[\w./-]+)* *", "names of programs, or paths: letters, digits and _./-, a space between two",
                 str.split)


def folder(text: str) -> str:
    """An option type: a folder that exists or can be made."""
    if not text or os.path.lexists(text) and not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return text


def existing_folder(text: str) -> str:
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return os.path.abspath(text)


def whole(least: int, most: int):
    def checked(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)
    return checked


def words(text: str) -> list:
    """An option type: words, quoted as in a shell, without its other features."""
    try:
        return shlex.split(matching(".*", "a text of one line")(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"missing closing quote in {text!r}") from None


class OneLineParser(argparse.ArgumentParser):
    """Reports an error on one line."""

    def __init__(self, **more):
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **more)

    def error(self, message: str):
        raise Refused(printable(re.sub("^argument ", "", message), 1000) + " (try --help)")


class Parser(OneLineParser):
    """The parser of one command."""

    def __init__(self, session: Session, operands: str, description: str, epilog: str, programs=programs):
        super().__init__(prog=session.name, usage=f"{session.name} [options] {operands}", description=description,
                         epilog=epilog)
        self.session = session
        self.with_value = set()
        self.add_argument("--no-progress", action="store_true", help="show no progress line")
        self.value("--programs NAMES", programs, 'the programs, like "testA testB"', default=[])
        self.value("--time SECONDS", seconds, "time budget of each program (default: the program's own)")
        self.add_argument("--quick", action="store_true", help="about a second for each program, rough")
        self.value("--run-options TEXT", words, "options for every program, quoted as for a shell", default=[])

    def value(self, name: str, kind, meaning: str, variable: str = "", **more):
        """Adds an option with a value. An environment variable, if named, gives the default."""
        name, metavar = name.split()
        if os.environ.get(variable):
            try:
                more["default"] = kind(os.environ[variable])
            except argparse.ArgumentTypeError as error:
                self.error(f"{variable} in the environment: {error}")
        self.with_value.add(name)
        self.add_argument(name, type=kind, help=meaning, metavar=metavar, **more)

    def parse(self, arguments: list) -> argparse.Namespace:
        joined, remaining = [], iter(arguments)
        for argument in remaining:  # a value may begin with a dash
            value = next(remaining, None) if argument in self.with_value else None
            joined.append(argument if value is None else f"{argument}={value}")
        chosen = self.parse_args(joined)
        if chosen.quick and chosen.time:
            self.error("--quick and --time: give only one of them")
        chosen.programs += getattr(chosen, "more_programs", [])
        if len({*chosen.programs}) != len(chosen.programs):
            self.error(f"--programs: {' '.join(chosen.programs)!r} names a program twice")
        is_dumb = os.environ.get("TERM", "dumb") in ("", "dumb")  # such a terminal cannot clear a line
        self.session.progress = sys.stderr.isatty() and not is_dumb and not chosen.no_progress
        chosen.expected_s = 1 if chosen.quick else float(chosen.time or 14)
        chosen.budget = ["--quick"] if chosen.quick else ["--time", chosen.time] if chosen.time else []
        chosen.for_programs = [*chosen.budget, "--no-progress", *chosen.run_options]
        return chosen
