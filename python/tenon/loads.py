# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Loads whose parameters a program changes between steps."""
from __future__ import annotations

import json
from typing import Any

from ._case_text import plain
from ._library import _tenon


class Load:
    """Load or prescribed displacement of a simulation, whose attributes are its parameters:

        sim.force("traction on bar/tip").traction = (0, 0, 2)

    An assignment is collective. `Simulation.set()` changes several parameters at once.
    """

    def __init__(self, session: _tenon.Session, name: str) -> None:
        object.__setattr__(self, "_session", session)
        object.__setattr__(self, "_name", name)
        _tenon.entry(session, name)

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters that are given in the case or have been assigned."""
        entry: dict[str, Any] = json.loads(_tenon.entry(self._session, self._name))
        return entry

    def __getattr__(self, key: str) -> Any:
        given = self.parameters()
        if key not in given:
            raise AttributeError(f"'{self._name}' does not specify '{key}'; it specifies {', '.join(given)}.")
        return given[key]

    def __setattr__(self, key: str, value: Any) -> None:
        text = json.dumps(plain(value, f"{self._name}.{key}"))
        _tenon.change(self._session, self._name, {key: text})

    def __repr__(self) -> str:
        return f"<tenon.loads.Load '{self._name}'>"
