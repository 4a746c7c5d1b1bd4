# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads keywords and data lines of Abaqus and CalculiX (.inp), including the content of included
files."""
import re
from pathlib import Path

from mesh import Problem, quoted, warn

MOST_INCLUDED = 1000  # maximum number of included files over all levels
FORTRAN = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(?:[edED]([+-]?\d+)|([+-]\d+))?")  # real numbers of Fortran: 1.5D-3, 1.5-3
# Options of the keywords that are read. Abaqus accepts any abbreviation of their names.
OPTIONS = {
    "NODE": ("NSET", "INPUT", "SYSTEM"), "NGEN": ("NSET", "LINE", "SYSTEM"), "INCLUDE": ("INPUT", "PASSWORD"),
    "ELEMENT": ("TYPE", "ELSET", "INPUT", "FILE", "OFFSET", "SOLID ELEMENT NUMBERING"),
    "NSET": ("NSET", "ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"),
    "ELSET": ("ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"),
    "SURFACE": ("NAME", "TYPE", "INTERNAL", "COMBINE", "CROP"), "PART": ("NAME",), "INSTANCE": ("NAME", "PART", "LIBRARY", "INSTANCE"),
    "RESTART": ("READ", "WRITE"),
}


def split(text):
    """Returns the fields of a line. Names in quotation marks may contain commas."""
    if '"' not in text:
        return [field.strip() for field in text.split(",")]
    parts = text.split('"')
    parts[1::2] = [part.replace(",", "\0") for part in parts[1::2]]
    return [field.strip().replace("\0", ",") for field in '"'.join(parts).split(",")]


class Line(str):
    """A data line with its file name and line number."""

    def __new__(cls, text, where):
        line = super().__new__(cls, text)
        line.where = where
        return line

    def fields(self):
        return [field.strip('"') for field in split(self)]

    def integer(self, text):
        try:
            if len(text) > 18 or "_" in text:
                raise ValueError
            return int(text)
        except ValueError:
            raise Problem(f"{self.where}: {quoted(text)} was found where an integer is expected.") from None

    def real(self, text):
        """Returns a real number, also with Fortran exponents such as `1.5D-3` and `1.5+3`; 0 for an
        empty field."""
        try:
            if "_" not in text:
                return float(text) if text else 0.0
        except ValueError:
            pass
        found = FORTRAN.fullmatch(text)
        if not found:
            raise Problem(f"{self.where}: a coordinate in {quoted(self)} is not a number.")
        return float(f"{found[1]}e{found[2] or found[3] or 0}")


class Card:
    """A keyword (in capitals, without blanks), its options and its data lines."""

    def __init__(self, text, where):
        word, *rest = split(text[1:])
        self.title, self.word, self.where, self.lines = " ".join(word.upper().split()), "".join(word.upper().split()), where, []
        parts = [part.partition("=") for part in rest]
        self.options = {self.spelled_out(" ".join(name.upper().split())): value.strip().strip('"') for name, _, value in parts}
        self.numbers = []         # numbers of the nodes that the card defines
        self.of_assembly = False  # true if the card is in an assembly, outside its instances

    def spelled_out(self, name):
        found = [option for option in OPTIONS.get(self.word, ()) if name and option.startswith(name)]
        return found[0] if len(found) == 1 else name

    def option(self, name):
        return self.options.get(name, "")


class Cards:
    """Iterates over the cards of a file and of its included files."""

    def __init__(self, path):
        self.path, self.num_included = Path(path), 0
        self.folder = self.path.resolve().parent

    def __iter__(self):
        card = None
        for item in self.items(self.path, ()):
            if isinstance(item, Card):
                if card:
                    yield card
                card = item
            elif card:
                card.lines.append(item)
            else:
                warn(f"{item.where}: there is no keyword before {quoted(item)}; this line is ignored.")
        if card:
            yield card

    def items(self, path, parents):
        """Yields cards without data, and data lines.

        The content of a file follows the line that includes it.
        """
        if not path.is_file():
            raise Problem(f"it includes {quoted(path)}, which is not a file.")
        keyword, where = "", ""
        parents = (*parents, path.resolve())
        for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("**"):
                continue
            if not line.startswith("*") and not keyword:
                yield Line(line, f"{path.name}:{number}")
                continue
            keyword, where = keyword + line, f"{path.name}:{number}"
            if not line.endswith(","):  # a trailing comma continues the options on the next line
                yield from self.expanded(Card(keyword, where), path, parents)
                keyword = ""
        if keyword:
            yield from self.expanded(Card(keyword, where), path, parents)

    def expanded(self, card, path, parents):
        """Yields a card and the content of the file that it reads; for `*INCLUDE` only the
        content."""
        if card.word != "INCLUDE":
            yield card
        if card.word == "INCLUDE" or (card.word in ("NODE", "ELEMENT") and "INPUT" in card.options):
            yield from self.included(card, path, parents)

    def included(self, card, path, parents):
        other = path.parent / card.option("INPUT")
        self.num_included += 1
        if other.is_file() and other.resolve() in parents:
            raise Problem(f"{card.where}: {quoted(card.option('INPUT'))} includes itself.")
        if self.num_included > MOST_INCLUDED:
            raise Problem(f"{card.where}: more than {MOST_INCLUDED} files are included, but at most {MOST_INCLUDED} are supported.")
        if other.is_file() and self.folder not in other.resolve().parents:
            raise Problem(f"{card.where}: {quoted(card.option('INPUT'))} is outside the folder of {quoted(self.path.name)} "
                          "and is not read; copy it into this folder.")
        return self.items(other, parents)
