# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Histories: values of every step of the run."""
import json

from tenon.results.errors import no
from tenon.results.reading import Floats, ValidatedFile, names_of


class Histories:
    """Histories in the group /histories of a result."""

    def __init__(self, source: ValidatedFile) -> None:
        self._source = source

    def names(self) -> list[str]:
        """Returns the names of the histories."""
        file = self._source.file
        return list(self._source.group(file, "histories")) if self._source.has(file, "histories") else []

    def columns(self, name: str) -> dict[str, Floats]:
        """Returns the columns of a history: {"time": [steps], ...}."""
        if name not in self.names():
            raise no("history", name, self.names())
        group = self._source.group(self._source.file["histories"], name)
        columns = names_of(json.loads(group.attrs["columns"]))
        times = self._source.floats(group, "time")
        values = self._source.floats(group, "values")
        if values.size != len(times.ravel()) * len(columns):
            raise self._source.damaged(f"the history '{name}' does not have {len(columns)} values for each of {len(times)} times")
        return {"time": times.ravel(), **dict(zip(columns, values.reshape(-1, len(columns)).T))}
