# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the sets and surfaces of Abaqus and CalculiX."""
import re

import numpy as np

from mesh import Problem, quoted, warn

MOST_MEMBERS = 50_000_000  # maximum number of members of all sets, including members of referenced sets


def read_sets(mesh, cards, reader):
    SetReader(mesh, reader, next((card.option("NAME") for card in cards if card.word == "INSTANCE"), "")).read(cards)


class SetReader:
    """Adds the sets and surfaces of a list of cards to a mesh."""

    def __init__(self, mesh, reader, instance):
        self.mesh, self.places, self.shells = mesh, {"NSET": reader.node_place, "ELSET": reader.element_place}, reader.shells
        self.known = {"NSET": mesh.node_sets, "ELSET": mesh.element_sets}
        self.blocks, self.prefix = reader.blocks, f"{instance}.".casefold() if instance else ""
        self.sorted_numbers = {}
        self.num_members = 0
        self.is_of_assembly = False   # true if the current card is in the assembly
        self.names_assembly = False   # true if its numbers refer to nodes and elements of the assembly itself
        self.levels = {}  # (kind, name) of a set: true if the assembly defines it

    def read(self, cards):
        for _, _, name, numbered, _ in self.blocks:
            if name:
                self.add("ELSET", name, [self.places["ELSET"][number] for number in numbered])
        for card in cards:
            self.is_of_assembly = card.of_assembly
            self.names_assembly = card.of_assembly and "INSTANCE" not in card.options
            if card.word in ("NODE", "NGEN") and card.option("NSET"):
                self.add("NSET", card.option("NSET"), [self.places["NSET"][number] for number in card.numbers])
            elif card.word == "NSET" and card.option("NSET") and card.option("ELSET"):
                self.add_nodes_of_elements(card)
            elif card.word in ("NSET", "ELSET") and card.option(card.word):
                members = self.generated if "GENERATE" in card.options else self.listed
                self.add(card.word, card.option(card.word), members(card))
            elif card.word == "SURFACE" and card.option("NAME"):
                self.add_surface(card)

    def add(self, kind, name, members):
        self.count(len(members))
        before = self.levels.setdefault((kind, name.casefold()), self.is_of_assembly)
        if before != self.is_of_assembly and set(members) != set(self.members_of(kind, name)):
            raise Problem(f"the part and the assembly have different sets with the name {quoted(name)}; rename one of them.")
        self.known[kind].add(name, members)

    def count(self, number):
        """Counts members and limits their total: nested references of a few sets can exceed the
        memory."""
        self.num_members += number
        if self.num_members > MOST_MEMBERS:
            raise Problem(f"its sets have more than {MOST_MEMBERS} members in total, but at most {MOST_MEMBERS} are supported.")

    def add_nodes_of_elements(self, card):
        elements = self.members_of("ELSET", card.option("ELSET"))
        if not elements:
            warn(f"the set {quoted(card.option('NSET'))} refers to {quoted(card.option('ELSET'))}, which does not exist.")
        self.count(27 * len(elements))
        self.add("NSET", card.option("NSET"), [int(node) for element in elements for node in self.mesh.locate(element)[1]])

    def members_of(self, kind, name):
        spelling = self.known[kind].spelling(name)
        return list(self.known[kind][spelling]) if spelling else []

    def without_instance(self, field):
        """Removes the name of the only instance from a field: returns `rim` for `Part-1-1.rim`."""
        return field[len(self.prefix):] if self.prefix and field.casefold().startswith(self.prefix) else field

    def generated(self, card):
        """Returns the existing numbers among first, first + step, ..., last.

        The cost is independent of the range.
        """
        places = self.places[card.word]
        if card.word not in self.sorted_numbers:
            self.sorted_numbers[card.word] = np.sort(np.fromiter(places, np.int64, len(places)))
        numbers = self.sorted_numbers[card.word]
        found = []
        if self.names_assembly:
            warn(f"{card.where}: a range refers to members of the assembly; these members are ignored.")
            return found
        for line in card.lines:
            fields = [line.integer(self.without_instance(field)) for field in line.fields() if field]
            if len(fields) not in (2, 3):
                raise Problem(f"{line.where}: a range must have the form 'first, last, step', but is {quoted(line)}.")
            first, last, step = (*fields, 1)[:3]
            if step <= 0:
                raise Problem(f"{line.where}: the step of a range must be positive, but is {step}.")
            within = numbers[np.searchsorted(numbers, first):np.searchsorted(numbers, last, side="right")]
            within = within[(within - first) % step == 0]
            self.count(len(within))
            found += [places[int(number)] for number in within]
        return found

    def listed(self, card):
        return self.members([(field, card.word) for line in card.lines for field in line.fields()], f"set {quoted(card.option(card.word))}")

    def members(self, fields, who):
        """Returns the members given by numbers and by names of sets. fields: (text, kind)."""
        found, named = [], set()
        for text, kind in fields:
            places, known, field = self.places[kind], self.known[kind], self.without_instance(text)
            is_number = field.isdecimal() and len(field) <= 18
            if not field:
                continue
            if is_number and self.names_assembly and field == text:
                warn(f"the {who} refers to {quoted(field)} of the assembly; this member is ignored.")
            elif is_number and int(field) in places:
                found.append(places[int(field)])
            elif known.spelling(field):
                if known.spelling(field) not in named:
                    named.add(known.spelling(field))
                    self.count(len(known[known.spelling(field)]))
                    found += known[known.spelling(field)]
            else:
                warn(f"the {who} refers to {quoted(field)}, which does not exist.")
        return found

    def add_surface(self, card):
        """Adds a surface of element sides, or of nodes (the second field is an area and is
        ignored)."""
        name, kind = card.option("NAME"), (card.option("TYPE") or "ELEMENT").upper()
        if "COMBINE" in card.options or "CROP" in card.options or kind not in ("ELEMENT", "NODE"):
            warn(f"{card.where}: the surface {quoted(name)} is not defined by sides or nodes; it is ignored.")
        elif kind == "NODE":
            self.add("NSET", name, self.members([(line.fields()[0], "NSET") for line in card.lines], f"surface {quoted(name)}"))
        else:
            for line in card.lines:
                self.add_side(name, line)

    def add_side(self, name, line):
        """Adds a side of an element or of an element set.

        Sides are S1 to S6, and E1 to E4 of shells; SPOS and SNEG denote the shell itself.
        """
        who, side = (*line.fields(), "")[:2]
        who, side = self.without_instance(who), side.upper()
        if who.isdecimal() and len(who) <= 18 and int(who) in self.places["ELSET"]:
            members = [self.places["ELSET"][int(who)]]
        else:
            members = self.members_of("ELSET", who)
        self.count(len(members))
        edge = re.fullmatch(r"(S|E)([1-6])", side)
        if not members:
            warn(f"the surface {quoted(name)} refers to {quoted(who)}, which does not exist.")
        elif side in ("SPOS", "SNEG", "P", "N", "NEG", "POS", "SP", "SN"):
            self.mesh.element_sets.add(name, members)
        elif edge and edge[1] == "E" and not self.shells.issuperset(members):
            self.refuse_side(name, who, side)
        elif edge and all(self.mesh.dimension_of(element) < 2 for element in members):
            warn(f"the elements of {quoted(who)} in the surface {quoted(name)} are lines; these elements are ignored.")
        elif edge:
            for element in members:
                self.add_numbered_side(name, element, edge[1], int(edge[2]))
        else:
            self.refuse_side(name, who, side)

    @staticmethod
    def refuse_side(name, who, side):
        warn(f"the side {quoted(side)} of {quoted(who)} in the surface {quoted(name)} is not supported; "
             "only S1 to S6, and for shells also E1 to E4, SPOS and SNEG, are supported.")

    def add_numbered_side(self, name, element, letter, number):
        """Adds one side.

        For a shell S1 and S2 are faces and S3 to S6 edges (CalculiX); E1 to E4 are edges.
        """
        if element in self.shells and letter == "S":
            if number <= 2:
                self.mesh.element_sets.add(name, [element])
                return
            number -= 2
        self.mesh.side_sets.add(name, [(element, number - 1)])
