# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads XML VTK files with an unstructured grid (.vtu).

Data may be text, inline or appended, raw, base64 or compressed, in any number of pieces.
"""
import base64
import binascii
import lzma
import re
import zlib
from xml.etree import ElementTree

import numpy as np

from groups import add_groups, numbers_of
from mesh import Mesh, Problem, quoted
from vtk_cells import VtkCells

DTYPES = {"Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4", "Int64": "i8", "UInt64": "u8",
          "Float32": "f4", "Float64": "f8"}
APPENDED = re.compile(rb"<AppendedData[^>]*>\s*_")


def read_vtu(path):
    with open(path, "rb") as file:
        return VtuReader(file.read()).read()


def inflate_zlib(data, size):
    return zlib.decompressobj().decompress(data, size + 1)


def inflate_lzma(data, size):
    return lzma.LZMADecompressor().decompress(data, size + 1)


class VtuReader:
    """Reads the grid and the arrays of a file."""

    def __init__(self, content):
        self.appended, self.is_raw = None, False
        found = APPENDED.search(content)
        if found:  # raw appended data are not valid XML and are removed before parsing
            self.is_raw = b"base64" not in found[0]
            self.appended = content[found.end():]
            content = content[:found.start()] + b"</VTKFile>"
        try:
            self.root = ElementTree.fromstring(content)
        except ElementTree.ParseError as error:
            raise Problem(f"it is not XML: {error}.") from None
        if self.root.tag != "VTKFile" or self.root.get("type") != "UnstructuredGrid":
            raise Problem(f"the root element must be a VTKFile of type UnstructuredGrid, but is {quoted(self.root.tag)} of type {quoted(self.root.get('type'))}.")
        self.order = ">" if self.root.get("byte_order") == "BigEndian" else "<"
        self.header = np.dtype(DTYPES.get(self.root.get("header_type", "UInt32"), "u4")).newbyteorder(self.order)
        compressor = self.root.get("compressor")
        known = {None: None, "vtkZLibDataCompressor": inflate_zlib, "vtkLZMADataCompressor": inflate_lzma}
        if compressor not in known:
            raise Problem(f"its data are compressed by {quoted(compressor)}; write the file with zlib or LZMA compression, or without compression.")
        self.inflate = known[compressor]

    def read(self):
        grid = self.root.find("UnstructuredGrid")
        pieces = grid.findall("Piece") if grid is not None else []
        cells, points, arrays = VtkCells(), [], {"PointData": [], "CellData": []}
        for piece in pieces:
            points.append(self.points_of(piece))
            cells.add(*(self.cells_array(piece, name) for name in ("types", "offsets", "connectivity")), len(points[-1]))
            sizes = {"PointData": len(points[-1]), "CellData": self.count(piece, "NumberOfCells")}
            for kind, size in sizes.items():
                arrays[kind].append(self.whole_numbers(piece.find(kind), size))
        if not sum(map(len, points)):
            raise Problem("it has no nodes.")
        mesh = Mesh(np.concatenate(points))
        origin = cells.add_to(mesh)
        for name, values in self.joined(arrays["PointData"]):
            add_groups(mesh.node_sets, name, values)
        for name, values in self.joined(arrays["CellData"]):
            add_groups(mesh.element_sets, name, values, origin)
        return mesh

    @staticmethod
    def joined(pieces):
        """Yields (name, values) of the arrays that all pieces have."""
        for name in pieces[0] if pieces else []:
            if all(name in piece for piece in pieces):
                yield name, np.concatenate([piece[name] for piece in pieces])

    @staticmethod
    def count(piece, name):
        text = piece.get(name, "")
        if not re.fullmatch(r"\d{1,15}", text.strip()):
            raise Problem(f"{name} of a piece must be a number, but is {quoted(text)}.")
        return int(text)

    def points_of(self, piece):
        count = self.count(piece, "NumberOfPoints")
        values = self.array(piece.find("Points/DataArray"), "Points")
        if values.size != 3 * count:
            raise Problem(f"the number of coordinates of a piece is {values.size}, but must be three times the number of points, {count}.")
        return values.reshape(-1, 3).astype(float)

    def cells_array(self, piece, name):
        found = [array for array in piece.iterfind("Cells/DataArray") if array.get("Name") == name]
        return self.array(found[0] if found else None, name)

    def whole_numbers(self, data, size):
        """Returns the arrays of one integer per node or cell, by name."""
        found = {}
        for array in data.iterfind("DataArray") if data is not None else []:
            width = array.get("NumberOfComponents") or "1"
            if "Int" in array.get("type", "") and width == "1":
                values = self.array(array, array.get("Name"))
                if len(values) != size:
                    raise Problem(f"the number of values of the array {quoted(array.get('Name'))} is {len(values)}, but must be {size}.")
                found[array.get("Name") or "data"] = values
        return found

    def array(self, element, name):
        if element is None:
            raise Problem(f"a piece has no array {quoted(name)}.")
        kind = DTYPES.get(element.get("type"))
        if kind is None:
            raise Problem(f"the array {quoted(name)} is of type {quoted(element.get('type'))}, which is not a numeric type.")
        dtype = np.dtype(kind).newbyteorder(self.order)
        text = (element.text or "").strip()
        try:
            if element.get("format") == "ascii":
                return numbers_of(text, kind)
            if element.get("format") == "appended":
                at = int(element.get("offset", "0"))
                if self.appended is None or not 0 <= at <= len(self.appended):
                    raise ValueError
                content = self.raw(self.appended, at) if self.is_raw else self.base64(self.appended, at)
            else:
                content = self.base64("".join(text.split()).encode(), 0)
            return np.frombuffer(content, dtype).astype(kind)
        except (ValueError, IndexError, binascii.Error, zlib.error, lzma.LZMAError, EOFError):
            raise Problem(f"the array {quoted(name)} is damaged.") from None

    def headers(self, read):
        """Returns the header of the data: the size in bytes, or the sizes of compressed blocks.

        read(count) returns the first `count` numbers of the header.
        """
        if self.inflate is None:
            return read(1)
        count = int(read(1)[0])
        return read(3 + count) if count else read(1)

    def raw(self, data, at):
        def read(count):
            return np.frombuffer(data, self.header, count, at)
        sizes = self.headers(read)
        start = at + len(sizes) * self.header.itemsize
        return self.content(sizes, data[start:start + self.num_bytes(sizes)])

    def base64(self, data, at):
        """Decodes base64 data. The header of compressed data is encoded separately."""
        def read(count):
            length = -(-count * self.header.itemsize // 3) * 4
            if at + length > len(data):
                raise ValueError
            return np.frombuffer(base64.b64decode(data[at:at + length]), self.header, count)
        sizes = self.headers(read)
        if self.inflate is None:
            length = -(-(self.header.itemsize + int(sizes[0])) // 3) * 4
            return self.content(sizes, base64.b64decode(data[at:at + length])[self.header.itemsize:])
        start = at + -(-len(sizes) * self.header.itemsize // 3) * 4
        return self.content(sizes, base64.b64decode(data[start:start + -(-self.num_bytes(sizes) // 3) * 4]))

    def num_bytes(self, sizes):
        return int(sizes[0]) if self.inflate is None else sum(map(int, sizes[3:]))

    def content(self, sizes, data):
        """Returns the bytes of an array.

        @throws ValueError if a size differs from the header.
        """
        if self.inflate is None:
            content = data[:int(sizes[0])]
            if len(content) != int(sizes[0]):
                raise ValueError
            return content
        parts, at = [], 0
        for i, size in enumerate(map(int, sizes[3:])):
            is_last = i == len(sizes) - 4 and int(sizes[2]) > 0
            expected = int(sizes[2] if is_last else sizes[1])
            parts.append(self.inflate(data[at:at + size], expected))
            if len(parts[-1]) != expected:
                raise ValueError
            at += size
        return b"".join(parts)
