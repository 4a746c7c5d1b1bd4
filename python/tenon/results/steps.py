# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Steps of a result: names, times, frequencies and eigenvalues."""
from typing import Any

from tenon.results.errors import DamagedResult, NoResult, NoSuchName
from tenon.results.reading import ValidatedFile


def _names_in_growing(steps: Any) -> list[str]:
    """Returns the names of the steps in a file to which a run may be adding steps.

    Iteration over a group that grows at the same time can crash HDF5 1.10, which releases a table
    of links that it has filled only in part. A look-up by name raises an error instead. The names
    of steps are consecutive numbers; if there are fewer of these than entries, the list is empty.
    """
    number = len(steps)  # read first: the run may add steps during the look-ups
    names: list[str] = []
    while (name := f"{len(names):04d}") in steps:
        names.append(name)
    return names if len(names) >= number else []


class Steps:
    """Steps in the group /steps of a result."""

    def __init__(self, source: ValidatedFile) -> None:
        self._source = source
        self.names: list[str] = []  #: Names of the steps, "0000" first.

    def read_names(self) -> None:
        """Reads the names of the steps.

        @throws NoResult if the file is not a result of tenon
        """
        source = self._source
        if not all(source.has(source.file, name) for name in ("meshes", "steps")) or not len(source.group(source.file, "steps")):
            raise NoResult(f"'{source.path}' is not a result file of tenon (no /meshes or no /steps).")
        steps = source.group(source.file, "steps")
        names = list(steps) if source.has(source.file, "summary") else _names_in_growing(steps)
        if not names or not all(name.isascii() and name.isdigit() for name in names):
            raise DamagedResult(f"'{source.path}' is damaged: the name of a step is not a number.")
        self.names = sorted(names, key=int)

    def name(self, step: int) -> str:
        """Returns the name of a step.

        @param step  index from 0; negative from the end
        @throws NoSuchName if the step does not exist
        """
        if not -len(self.names) <= step < len(self.names):
            raise NoSuchName(f"There is no step {step}: the number of steps is {len(self.names)}, and they are numbered from 0.")
        return self.names[step]

    def group(self, step: int) -> Any:
        """Returns the HDF5 group of a step."""
        return self._source.group(self._source.group(self._source.file, "steps"), self.name(step))

    def attributes(self, name: str) -> list[float | None]:
        """Returns an attribute of each step; None for steps without the attribute."""
        return [self._source.number(self.group(step), name, None) for step in range(len(self.names))]

    def times(self) -> list[float]:
        """Returns the time of each step, 0 for steps without a time."""
        return [self._source.number(self.group(step), "time", 0.0) for step in range(len(self.names))]
