# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of Python values to the tree and the text of a case."""
from __future__ import annotations

import json
import os
import re
from typing import Any, Mapping

import numpy as np

_PLAIN_TEXT = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*")
#: Words that YAML 1.1 reads as Booleans or as no value.
_RESERVED = {"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}
_LINE = 100


def plain(value: Any, place: str) -> Any:
    """Returns a value as dictionaries, lists, numbers, Booleans and strings.

    NumPy arrays become lists, NumPy scalars become numbers. Keys of dictionaries whose value is
    None are omitted.

    Args:
        value: value of a block of a model.
        place: place of the value for messages, such as "model.objects.block".

    Raises:
        TypeError: if a value has no representation in a case.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return _plain_scalar(value)
    if isinstance(value, np.generic):
        return plain(value.item(), place)
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), place)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        block = {}
        for key, entry in value.items():
            if not isinstance(key, str):
                raise TypeError(f"{place}: the key {key!r} must be a string.")
            if entry is not None:
                block[key] = plain(entry, f"{place}.{key}")
        return block
    if isinstance(value, (list, tuple)):
        return [plain(entry, f"{place}[{index}]") for index, entry in enumerate(value)]
    kind = f"{type(value).__module__}.{type(value).__qualname__}"
    if callable(value):
        raise TypeError(f"{place}: a function can replace only the entry of a force, a mapping, an interaction or a constraint.")
    raise TypeError(f"{place}: a value of the type {kind} has no representation in a case.")


def _plain_scalar(value: Any) -> Any:
    """Returns a scalar as an instance of a built-in type, such as numpy.float64 as float."""
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value)
    return value


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if _PLAIN_TEXT.fullmatch(value) and value.lower() not in _RESERVED:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _flow(value: Any) -> str:
    """Returns a value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _is_scalar_tree(value: Any) -> bool:
    """True if a value contains no block, so that it is written in one line."""
    if isinstance(value, dict):
        return False
    return all(map(_is_scalar_tree, value)) if isinstance(value, list) else True


def _lines(value: Any, indent: str) -> list[str]:
    """Returns the lines of a block or a list of blocks."""
    lines: list[str] = []
    entries = value.items() if isinstance(value, dict) else ((None, entry) for entry in value)
    for key, entry in entries:
        head = f"{indent}-" if key is None else f"{indent}{_scalar(key)}:"
        flow = _flow(entry)
        is_short = len(head) + 1 + len(flow) <= _LINE and (key is None or "{" not in flow or flow.count("{") == 1)
        if not entry or _is_scalar_tree(entry) or is_short:
            lines.append(f"{head} {flow}")
        elif key is None and isinstance(entry, dict):
            inner = _lines(entry, indent + "  ")
            lines.append(f"{indent}- {inner[0].lstrip()}")
            lines += inner[1:]
        else:
            lines.append(head)
            lines += _lines(entry, indent + "  ")
    return lines


def yaml_text(tree: Mapping[str, Any]) -> str:
    """Returns the tree of a case as YAML. Numbers keep all their digits.

    Args:
        tree: result of `plain()`.
    """
    return "\n".join(_lines(dict(tree), "")) + "\n"
