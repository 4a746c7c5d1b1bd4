# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Lagrange multipliers of constraints and contacts of rigid bodies, row by row."""
import json
from typing import Any

from tenon.results.errors import NoSuchName, no
from tenon.results.reading import ValidatedFile, names_of
from tenon.results.steps import Steps


class ConstraintRows:
    """Multipliers in the group /constraints and contacts in the group /contacts of a result."""

    def __init__(self, source: ValidatedFile, steps: Steps) -> None:
        self._source, self._steps = source, steps

    def constraints(self) -> list[str]:
        """Returns the names of the constraints. They may contain slashes."""
        names: list[str] = []
        if self._source.has(self._source.file, "constraints"):
            self._source.group(self._source.file, "constraints").visititems(
                lambda name, item: names.append(name) if "objects" in item.attrs else None)
        return names

    def multipliers(self, constraint: str, step: int) -> dict[str, Any]:
        """Returns the multipliers of a constraint in a step, with the identity of each row."""
        if constraint not in self.constraints():
            raise no("constraint", constraint, self.constraints())
        source = self._source
        group = source.group(source.file["constraints"], constraint)
        rows: dict[str, Any] = {key: source.integers(group, key) for key in source.dataset_names(group)}
        names: list[str | None] = [*names_of(json.loads(group.attrs["objects"])), None]  # index -1 selects the last entry, None
        if len(rows["object"]) and not -1 <= rows["object"].min() <= rows["object"].max() < len(names) - 1:
            raise source.damaged(f"rows of '{constraint}' refer to objects that do not exist")
        rows["object"] = [names[k] for k in rows["object"]]
        rows["multipliers"] = source.floats(source.group(group, "multipliers"), self._steps.name(step), rows=len(rows["object"]))
        return rows

    def contacts(self, step: int) -> dict[str, Any]:
        """Returns the contacts of rigid bodies in a step."""
        source = self._source
        if not source.has(source.file, "contacts"):
            raise NoSuchName("There are no contacts of rigid bodies in this file.")
        contacts = source.group(source.file, "contacts")
        group = source.group(contacts, self._steps.name(step))
        rows: dict[str, Any] = {key: source.integers(group, key) if key in ("object", "body") else source.floats(group, key)
                                for key in source.dataset_names(group) if not key.endswith("_on_first")}
        if "place" in rows:
            rows.setdefault("position", rows["place"])  # files of earlier versions have the former name only
        names = names_of(json.loads(contacts.attrs["objects"]))
        pairs = rows["object"]
        if pairs.size and not 0 <= pairs.min() <= pairs.max() < len(names):
            raise source.damaged("contacts refer to objects that do not exist")
        rows["object"] = [[names[k] for k in pair] for pair in pairs]
        return rows
