"""Reads meshes of Abaqus and CalculiX (.inp)."""
from pathlib import Path

import numpy as np

from abaqus_sets import read_sets
from abaqus_types import cell_of, is_shell
from cells import ABAQUS_ORDER
from mesh import Mesh, Problem, quoted

MOST_INCLUDED = 1000  # files that are included, over all levels


class Line(str):
    """A line of data that knows its file and its number."""

    def __new__(cls, text, where):
        line = super().__new__(cls, text)
        line.where = where
        return line

    def fields(self):
        return [field.strip() for field in self.split(",")]

    def integer(self, text):
        try:
            if len(text) > 18:
                raise ValueError
            return int(text)
        except ValueError:
            raise Problem(f"{self.where}: {quoted(text)} stands where a whole number should be.") from None


class Card:
    """A keyword in capitals, its options, and its lines of data."""

    def __init__(self, text, where):
        word, *rest = [part.strip() for part in text[1:].split(",")]
        self.word, self.where, self.lines = word.upper(), where, []
        self.options = {part.partition("=")[0].strip().upper(): part.partition("=")[2].strip().strip('"') for part in rest}

    def option(self, name):
        return self.options.get(name, "")


def read_abaqus(path):
    cards = list(Cards(path))
    require_one_part(cards)
    reader = Reader()
    for card in cards:
        if card.word == "NODE":
            reader.add_nodes(card)
        elif card.word == "ELEMENT":
            reader.add_elements(card)
    mesh = reader.mesh()
    read_sets(mesh, cards, reader)
    return mesh


class Cards:
    """The cards of a file and of those that it includes."""

    def __init__(self, path):
        self.path, self.num_included = Path(path), 0

    def __iter__(self):
        return self.cards(self.path, ())

    def cards(self, path, parents):
        if not path.is_file():
            raise Problem(f"it includes {quoted(path)}, which is not a file.")
        card, continued = None, ""
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("**"):
                continue
            if not line.startswith("*") and not continued:
                if card:
                    card.lines.append(Line(line, f"{path.name}:{number}"))
                continue
            line, continued = continued + line, ""
            if line.endswith(","):  # options go on
                continued = line
                continue
            if card:
                yield card
            card = Card(line, f"{path.name}:{number}")
            if card.word == "INCLUDE":
                yield from self.included(card, path, (*parents, path.resolve()))
                card = None
        if card:
            yield card

    def included(self, card, path, parents):
        other = path.parent / card.option("INPUT")
        self.num_included += 1
        if other.is_file() and other.resolve() in parents:
            raise Problem(f"{card.where}: {quoted(card.option('INPUT'))} includes itself.")
        if self.num_included > MOST_INCLUDED:
            raise Problem(f"{card.where}: more than {MOST_INCLUDED} files are included.")
        return self.cards(other, parents)


class Reader:
    """Collects nodes and elements."""

    def __init__(self):
        self.nodes = {}            # number: coordinates
        self.blocks = []           # (cell, type, set, {number: nodes})
        self.node_place, self.element_place = {}, {}
        self.shells = set()        # places of shells

    def add_nodes(self, card):
        for line in card.lines:
            fields = line.fields()
            try:
                self.nodes[line.integer(fields[0])] = [float(x) if x else 0.0 for x in (*fields[1:4], "", "", "")[:3]]
            except ValueError:
                raise Problem(f"{line.where}: a coordinate in {quoted(line)} is not a number.") from None

    def add_elements(self, card):
        kind = card.option("TYPE")
        cell, may_have_one_more = cell_of(kind, f"{card.where}: ")
        from cells import TYPES
        length = TYPES[cell][2] + 1
        numbered, row = {}, []
        for line in card.lines:
            row += [line.integer(field) for field in line.fields() if field]
            if len(row) < length:
                continue
            if len(row) > length + may_have_one_more:
                raise Problem(f"{line.where}: an element of type {quoted(kind)} has {length - 1} nodes, but there are {len(row) - 1}.")
            numbered[row[0]] = row[1:length]
            row = []
        if row:
            raise Problem(f"{card.lines[-1].where}: an element of type {quoted(kind)} has {length - 1} nodes, but there are {len(row) - 1}.")
        self.blocks.append((cell, kind, card.option("ELSET"), numbered, card.where))

    def mesh(self):
        if not self.nodes or not any(block[3] for block in self.blocks):
            raise Problem("there are no nodes or no elements in it.")
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
        """Returns the blocks in which each element number stands once; as in Abaqus, the last definition counts."""
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
    """Parts number their nodes each from 1, and instances move them: only one part in its own place is a mesh as it stands."""
    parts = [card.option("NAME") for card in cards if card.word == "PART"]
    instances = [card for card in cards if card.word == "INSTANCE"]
    how = "write it without parts and assemblies (in Abaqus/CAE: Model > Edit Attributes), or convert each part from a file of its own"
    if len(parts) > 1 or len(instances) > 1:
        names = parts if len(parts) > 1 else [card.option("NAME") for card in instances]
        listed = ", ".join(quoted(name) for name in names[:10]) + (", ..." if len(names) > 10 else "")
        raise Problem(f"it has several {'parts' if len(parts) > 1 else 'instances'} ({listed}); {how}.")
    if instances and instances[0].lines:
        raise Problem(f"the instance {quoted(instances[0].option('NAME'))} is moved; {how}.")
