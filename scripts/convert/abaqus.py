# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads meshes of Abaqus and CalculiX (.inp)."""
import numpy as np

from abaqus_cards import Cards
from abaqus_keywords import require_known
from abaqus_nodes import Nodes
from abaqus_sets import read_sets
from abaqus_types import cell_of, is_shell
from cells import ABAQUS_ORDER, TYPES
from mesh import Mesh, Problem, quoted, warn


def read_abaqus(path):
    cards = list(Cards(path))
    require_known(cards)
    require_one_part(cards)
    mark_assembly(cards)
    reader = Reader()
    for card in cards:
        reader.read(card)
    mesh = reader.mesh()
    read_sets(mesh, cards, reader)
    return mesh


def mark_assembly(cards):
    """Marks the cards of an assembly with an instance: their numbers do not refer to the
    instance."""
    has_instance = any(card.word == "INSTANCE" for card in cards)
    in_assembly = in_instance = False
    for card in cards:
        in_assembly = card.word == "ASSEMBLY" or (in_assembly and card.word != "ENDASSEMBLY")
        in_instance = card.word == "INSTANCE" or (in_instance and card.word != "ENDINSTANCE")
        card.of_assembly = has_instance and in_assembly and not in_instance


class Reader:
    """Collects the nodes and elements of a list of cards."""

    def __init__(self):
        self.nodes = Nodes()
        self.blocks = []           # (cell, type, set, {number: nodes}, position in the file)
        self.defined = {}          # element number: (cell, nodes)
        self.node_place, self.element_place = {}, {}
        self.shells = set()        # indices of shell elements

    def read(self, card):
        if card.of_assembly and card.word in ("NODE", "NGEN"):
            warn(f"{card.where}: nodes of the assembly (reference points) belong to no part and are ignored.")
        elif card.word == "NODE":
            self.nodes.read(card)
        elif card.word == "NGEN":
            self.nodes.generate(card)
        elif card.word == "SYSTEM":
            self.nodes.set_system(card)
        elif card.word in ("PART", "ENDPART", "INSTANCE", "ENDINSTANCE"):
            self.nodes.axes = None  # a coordinate system applies to its part only
        elif card.word == "ELEMENT":
            self.add_elements(card)

    def add_elements(self, card):
        kind = card.option("TYPE")
        cell, may_have_one_more = cell_of(kind, f"{card.where}: ")
        if card.of_assembly:
            raise Problem(f"{card.where}: elements of type {quoted(kind)} are defined in the assembly; move them into the part.")
        length = TYPES[cell][2] + 1
        numbered, row = {}, []
        for line in card.lines:
            row += [line.integer(field) for field in line.fields() if field]
            if len(row) < length:
                continue
            if len(row) > length + may_have_one_more:
                raise Problem(f"{line.where}: an element of type {quoted(kind)} needs {length - 1} nodes, but has {len(row) - 1}.")
            self.add_element(numbered, row[0], cell, row[1:length], line.where)
            row = []
        if row:
            raise Problem(f"{card.lines[-1].where}: an element of type {quoted(kind)} needs {length - 1} nodes, but has {len(row) - 1}.")
        self.blocks.append((cell, kind, card.option("ELSET"), numbered, card.where))

    def add_element(self, numbered, number, cell, nodes, where):
        if self.defined.setdefault(number, (cell, nodes)) != (cell, nodes):
            warn(f"{where}: element {number} is redefined with another type or other nodes; the last definition is used.")
            self.defined[number] = cell, nodes
        numbered[number] = nodes

    def mesh(self):
        if not self.nodes or not any(block[3] for block in self.blocks):
            raise Problem("the file contains no nodes or no elements.")
        self.node_place = {number: i for i, number in enumerate(self.nodes)}
        mesh = Mesh(list(self.nodes.values()), list(self.nodes))
        self.blocks = self.without_repeated()
        for cell, kind, _, numbered, where in self.blocks:
            first = len(self.element_place)
            self.element_place.update((number, first + i) for i, number in enumerate(numbered))
            if is_shell(kind):
                self.shells.update(range(first, first + len(numbered)))
            rows = [self.row(number, nodes, kind, where) for number, nodes in numbered.items()]
            if rows:
                mesh.add(cell, np.array(rows), list(numbered), (ABAQUS_ORDER.get(cell, ()), ()), kind)
        return mesh

    def without_repeated(self):
        """Returns the blocks with unique element numbers.

        As in Abaqus, the last definition is used.
        """
        seen, blocks = set(), []
        for cell, kind, name, numbered, where in reversed(self.blocks):
            blocks.append((cell, kind, name, {n: nodes for n, nodes in numbered.items() if n not in seen}, where))
            seen.update(numbered)
        return blocks[::-1]

    def row(self, number, nodes, kind, where):
        try:
            return [self.node_place[node] for node in nodes]
        except KeyError as missing:
            raise Problem(f"{where}: element {number} of type {quoted(kind)} refers to node {missing}, which does not exist.") from None


def require_one_part(cards):
    """Rejects several parts or instances, and moved instances.

    Each part numbers its nodes from 1, and instances move parts. Only a single part that is not
    moved can be read.
    """
    parts = [card.option("NAME") for card in cards if card.word == "PART"]
    instances = [card for card in cards if card.word == "INSTANCE"]
    how = "write the model without parts and assemblies (in Abaqus/CAE: Model > Edit Attributes), or convert each part from a separate file"
    if len(parts) > 1 or len(instances) > 1:
        names = parts if len(parts) > 1 else [card.option("NAME") for card in instances]
        listed = ", ".join(quoted(name) for name in names[:10]) + (", ..." if len(names) > 10 else "")
        raise Problem(f"it has several {'parts' if len(parts) > 1 else 'instances'} ({listed}); {how}.")
    if instances and instances[0].lines:
        raise Problem(f"the instance {quoted(instances[0].option('NAME'))} is moved; {how}.")
