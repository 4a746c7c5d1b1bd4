# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Progress of an analysis on the error output: a bar of tqdm, or lines of text without tqdm."""
from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


class Progress:
    """Context manager that shows the completed steps of an analysis.

    Args:
        title: text in front of the number of steps.
        is_shown: true on the rank that shows the progress.
    """

    def __init__(self, title: str, is_shown: bool) -> None:
        self._title = title
        self._is_shown = is_shown
        self._bar: Any = None
        self._tenths = -1
        self._is_line_open = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._is_line_open:
            print(file=sys.stderr, flush=True)

    def show(self, number: int, total: int, time: float) -> None:
        """Shows that `number` of `total` steps have been made; substeps may increase `total`."""
        if not self._is_shown:
            return
        if self._bar is None and self._tenths < 0:
            self._bar = _new_bar(self._title, total)
        if self._bar is None:
            self._print(number, total, time)
            return
        self._bar.total = total
        self._bar.n = number
        self._bar.set_postfix_str(f"t = {time:.5g}", refresh=False)
        self._bar.refresh()

    def _print(self, number: int, total: int, time: float) -> None:
        """Prints each step over the previous one on a terminal; otherwise one line per tenth."""
        tenths = 10 * number // max(total, 1)
        text = f"{self._title}: step {number} of {total}, t = {time:.5g}"
        if sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_line_open = True
        elif tenths != self._tenths:
            print(text, file=sys.stderr, flush=True)
        self._tenths = tenths


def _new_bar(title: str, total: int) -> Any:
    """Returns a bar of tqdm; None if tqdm is not installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=title, unit="step", file=sys.stderr)
