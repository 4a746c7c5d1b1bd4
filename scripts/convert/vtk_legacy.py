# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads legacy VTK files (.vtk) with an unstructured grid: versions 1 to 5, text or binary."""
import itertools
import re
import urllib.parse

import numpy as np

from groups import add_groups, numbers_of
from mesh import Mesh, Problem, quoted
from vtk_cells import VtkCells

DTYPES = {
    "char": "i1", "signed_char": "i1", "unsigned_char": "u1", "short": "i2", "unsigned_short": "u2", "int": "i4", "unsigned_int": "u4",
    "long": "i8", "unsigned_long": "u8", "vtkidtype": "i4", "vtktypeint64": "i8", "vtktypeuint64": "u8", "vtktypeint32": "i4", "float": "f4", "double": "f8",
    "bit": "bit",
}
TOKEN = re.compile(rb"\S+")


def is_unstructured(path):
    """Returns true if a legacy file has an unstructured grid; meshio reads structured grids."""
    with open(path, "rb") as file:
        return re.search(rb"^\s*DATASET\s+UNSTRUCTURED_GRID\b", file.read(100000), re.IGNORECASE | re.MULTILINE) is not None


def read_vtk(path):
    with open(path, "rb") as file:
        return VtkReader(file.read()).read()


class VtkReader:
    """Reads the sections of a file in order."""

    def __init__(self, content):
        self.content, self.at = content, 0
        self.points, self.types, self.offsets, self.nodes = None, None, None, None
        self.active, self.count = None, 0
        self.arrays = {"POINT_DATA": {}, "CELL_DATA": {}, None: {}}
        self.line()
        self.line()
        self.is_text = self.line().upper() == "ASCII"

    def read(self):
        while self.at < len(self.content):
            words = self.line().split()
            if words:
                self.section(words[0].upper(), words[1:])
        if self.points is None or self.nodes is None or self.types is None:
            raise Problem("at least one of the sections POINTS, CELLS and CELL_TYPES is missing.")
        cells = VtkCells()
        cells.add(self.types, self.offsets, self.nodes, len(self.points))
        mesh = Mesh(self.points)
        origin = cells.add_to(mesh)
        for name, values in self.arrays["POINT_DATA"].items():
            add_groups(mesh.node_sets, name, values)
        for name, values in self.arrays["CELL_DATA"].items():
            add_groups(mesh.element_sets, name, values, origin)
        return mesh

    def section(self, word, words):
        handlers = {"POINTS": self.read_points, "CELLS": self.read_cells, "CELL_TYPES": self.read_types, "FIELD": self.read_field,
                    "SCALARS": self.read_scalars, "LOOKUP_TABLE": self.skip_colours, "COLOR_SCALARS": self.skip_colours}
        widths = {"VECTORS": 3, "NORMALS": 3, "TENSORS": 9, "TENSORS6": 6, "GLOBAL_IDS": 1, "PEDIGREE_IDS": 1}
        try:
            if word in ("POINT_DATA", "CELL_DATA"):
                self.active, self.count = word, int(words[0])
            elif word in handlers:
                handlers[word](words)
            elif word in widths:
                self.values(self.count * widths[word], words[1])
            elif word == "TEXTURE_COORDINATES":
                self.values(self.count * int(words[1]), words[2])
            elif word == "METADATA":
                while self.line():
                    pass
            elif word != "DATASET":
                raise Problem(f"line {self.line_number()}: {quoted(word)} is not a section of a legacy VTK file.")
        except (IndexError, ValueError):
            raise Problem(f"line {self.line_number()}: the section {quoted(word)} is damaged.") from None

    def line(self):
        end = self.content.find(b"\n", self.at)
        end = len(self.content) if end < 0 else end
        text = self.content[self.at:min(end, self.at + 10000)].decode(errors="replace").strip()
        self.at = end + 1
        return text

    def line_number(self):
        return self.content.count(b"\n", 0, self.at)

    def values(self, count, kind):
        """Returns the next `count` values.

        @throws Problem if the type is unknown or the file is too short.
        """
        dtype = DTYPES[kind.lower()] if kind.lower() in DTYPES else None
        size = 0.125 if dtype == "bit" else np.dtype(dtype).itemsize if dtype else 1
        left = len(self.content) - self.at
        if dtype is None or count < 0 or count > (left + 1 if self.is_text else left / size):
            raise Problem(f"line {self.line_number()}: the file does not contain {count} values of type {quoted(kind)}.")
        if self.is_text:
            return self.text_values(count, dtype)
        if dtype == "bit":
            raw = np.frombuffer(self.content, np.uint8, -(-count // 8), self.at)
            self.at += len(raw)
            return np.unpackbits(raw)[:count]
        found = np.frombuffer(self.content, np.dtype(dtype).newbyteorder(">"), count, self.at)
        self.at += count * found.itemsize
        return found.astype(found.dtype.newbyteorder("="))

    def text_values(self, count, dtype):
        end = None if count else self.at
        for match in itertools.islice(TOKEN.finditer(self.content, self.at), count - 1, count) if count else ():
            end = match.end()
        if end is None:
            raise Problem(f"the file contains fewer than the {count} values that are expected here.")
        values = numbers_of(self.content[self.at:end], "i1" if dtype == "bit" else dtype)
        self.at = end
        if len(values) != count:
            raise ValueError
        return values

    def read_points(self, words):
        self.points = self.values(3 * int(words[0]), words[1]).reshape(-1, 3).astype(float)

    def read_cells(self, words):
        first, second = int(words[0]), int(words[1])
        start = self.at
        parts = self.line().split()
        while not parts and self.at < len(self.content) and self.is_text:
            parts = self.line().split()
        if parts and parts[0].upper() == "OFFSETS":  # since version 5
            self.offsets = self.values(first, parts[1])[1:]
            while (parts := self.line().split()) == [] and self.at < len(self.content):
                pass
            self.nodes = self.values(second, parts[1]) if parts[0].upper() == "CONNECTIVITY" else None
            return
        self.at = start
        numbers = self.values(second, "int").tolist()
        sizes, at = [], 0
        for _ in range(first):
            sizes.append(numbers[at])
            at += 1 + max(numbers[at], 0)
        if at != len(numbers):
            raise ValueError
        starts = np.cumsum([0, *(size + 1 for size in sizes)])[:-1]
        self.nodes = np.delete(np.array(numbers), starts)
        self.offsets = np.cumsum(sizes)

    def read_types(self, words):
        self.types = self.values(int(words[0]), "int")

    def read_scalars(self, words):
        name, kind, width = words[0], words[1], int(words[2]) if len(words) > 2 else 1
        start = self.at
        if not self.line().upper().startswith("LOOKUP_TABLE"):
            self.at = start
        self.keep(name, self.values(self.count * width, kind), width)

    def read_field(self, words):
        for _ in range(int(words[1])):
            while not (parts := self.line().split()):
                if self.at >= len(self.content):
                    raise ValueError
            if parts[0].upper() == "METADATA":
                while self.line():
                    pass
                parts = self.line().split()
            name, width, count, kind = parts[0], int(parts[1]), int(parts[2]), parts[3]
            if kind.lower() == "string":
                for _ in range(width * count):
                    if self.at >= len(self.content):
                        raise ValueError
                    self.line()
                continue
            self.keep(name, self.values(width * count, kind), width)

    def keep(self, name, values, width):
        if width == 1 and (self.active is None or len(values) == self.count):
            self.arrays[self.active][urllib.parse.unquote(name)] = values

    def skip_colours(self, words):
        """Skips a colour table, or colours of nodes or cells: numbers from 0 to 1 in text files,
        bytes in binary files."""
        count = 4 * int(words[1]) if self.active is None or len(words) < 2 else int(words[1]) * self.count
        self.values(count, "float" if self.is_text else "unsigned_char")
