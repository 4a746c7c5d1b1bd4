"""Reads the keywords and data lines of Abaqus and CalculiX (.inp), those of included files in their places."""
import re
from pathlib import Path

from mesh import Problem, quoted, warn

MOST_INCLUDED = 1000  # files that are included, over all levels
FORTRAN = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(?:[edED]([+-]?\d+)|([+-]\d+))?")  # 1.5D-3, 1.5-3
# Keywords whose options matter here: Abaqus accepts any beginning of their names.
OPTIONS = {
    "NODE": ("NSET", "INPUT", "SYSTEM"), "NGEN": ("NSET", "LINE", "SYSTEM"), "INCLUDE": ("INPUT", "PASSWORD"),
    "ELEMENT": ("TYPE", "ELSET", "INPUT", "FILE", "OFFSET", "SOLID ELEMENT NUMBERING"),
    "NSET": ("NSET", "ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"),
    "ELSET": ("ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"),
    "SURFACE": ("NAME", "TYPE", "INTERNAL", "COMBINE", "CROP"), "PART": ("NAME",), "INSTANCE": ("NAME", "PART", "LIBRARY", "INSTANCE"),
    "RESTART": ("READ", "WRITE"),
}


def split(text):
    """Returns the fields of a line; names in quotation marks may have commas."""
    if '"' not in text:
        return [field.strip() for field in text.split(",")]
    parts = text.split('"')
    parts[1::2] = [part.replace(",", "\0") for part in parts[1::2]]
    return [field.strip().replace("\0", ",") for field in '"'.join(parts).split(",")]


class Line(str):
    """A line of data that knows its file and its number."""

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
            raise Problem(f"{self.where}: {quoted(text)} stands where a whole number should be.") from None

    def real(self, text):
        """Returns a number, of which Fortran also accepts the exponents `D` and `+3`; 0 for an empty field."""
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
    """A keyword in capitals without blanks, its options, and its lines of data."""

    def __init__(self, text, where):
        word, *rest = split(text[1:])
        self.title, self.word, self.where, self.lines = " ".join(word.upper().split()), "".join(word.upper().split()), where, []
        parts = [part.partition("=") for part in rest]
        self.options = {self.spelled_out(" ".join(name.upper().split())): value.strip().strip('"') for name, _, value in parts}
        self.numbers = []         # of the nodes that it defines
        self.of_assembly = False  # stands in an assembly, outside its instances

    def spelled_out(self, name):
        found = [option for option in OPTIONS.get(self.word, ()) if name and option.startswith(name)]
        return found[0] if len(found) == 1 else name

    def option(self, name):
        return self.options.get(name, "")


class Cards:
    """The cards of a file and of those that it includes."""

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
                warn(f"{item.where}: there is no keyword before {quoted(item)}; the line is ignored.")
        if card:
            yield card

    def items(self, path, parents):
        """Returns cards without data, and lines of data; an included file stands where it is included."""
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
            if not line.endswith(","):  # else options go on
                yield from self.expanded(Card(keyword, where), path, parents)
                keyword = ""
        if keyword:
            yield from self.expanded(Card(keyword, where), path, parents)

    def expanded(self, card, path, parents):
        """Returns a card, followed by the content of the file that it reads; only that for `*INCLUDE`."""
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
            raise Problem(f"{card.where}: more than {MOST_INCLUDED} files are included.")
        if other.is_file() and self.folder not in other.resolve().parents:
            raise Problem(f"{card.where}: {quoted(card.option('INPUT'))} does not lie in the folder of {quoted(self.path.name)} or below, "
                          "and no other files are read; copy it there.")
        return self.items(other, parents)
