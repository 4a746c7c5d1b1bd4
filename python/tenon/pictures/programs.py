# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Command lines of the programs that draw results: arguments, errors, exit codes."""
import argparse
import sys
from collections.abc import Callable
from typing import TypeVar

from tenon.results.errors import DamagedResult, InputError, NoResult, NoSuchName

Number = TypeVar("Number", int, float)


def report(program: str, work: Callable[[], None]) -> int:
    """Runs `work` and reports an error in one message.

    @param program  name of the program for the message
    @param work     function to call
    @return exit code: 2 for errors that the user can correct, 4 for damaged files or lack of memory
    """
    try:
        work()
    except DamagedResult as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 4
    except (InputError, NoResult, NoSuchName, ImportError, OSError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except MemoryError:
        print(f"{program}: there is not enough memory.", file=sys.stderr)
        return 4
    return 0


def numbers(text: str, separator: str, count: int, kind: type[Number]) -> tuple[Number, ...]:
    """Parses an argument such as 1600x1000.

    @param text       argument
    @param separator  separator of the numbers
    @param count      number of numbers
    @param kind       `int` or `float`
    @throws argparse.ArgumentTypeError if the argument is not a list of numbers
    """
    try:
        parts = tuple(kind(part) for part in text.split(separator))
    except ValueError:
        parts = ()
    if len(parts) != count:
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of {count} numbers separated by '{separator}'")
    return parts
